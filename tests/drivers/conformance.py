from drivers.conformance import DriverConformance, Means, Numbers, Places, ReportConformance

__all__ = ["DriverConformance", "Means", "Numbers", "Places", "ReportConformance"]
