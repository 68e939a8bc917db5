"""The full-screen hall: screens, dialogs and keys."""
