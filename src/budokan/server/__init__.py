"""The web hall: tables for people and bots, over HTTP and WebSocket."""
