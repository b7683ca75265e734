from drivers.conformance import DriverConformance, ReportConformance

__all__ = ["DriverConformance", "ReportConformance"]
