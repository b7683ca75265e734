"""FEIG OBID i-scan HF readers, one or several on a line. docs/devices/feig-obid.md tells what is inferred."""
