"""Pages and the WebSocket, on loopback only."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
