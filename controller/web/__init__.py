"""Pages and the WebSocket, on loopback only."""
