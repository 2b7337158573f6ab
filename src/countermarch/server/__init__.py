"""The table: matches over HTTP and WebSocket, kept as an append-only log."""
