"""The full-screen hall: screens, dialogs, keys."""
