"""Profiles as the fronts see them: the value, and the reading of one that a person wrote.

Above: both fronts. Below: `responders/profiles`, where they are checked. Nothing of its own.
"""

from studio.responders.profiles import Profile, ProfileError, read_profile

__all__ = ["Profile", "ProfileError", "read_profile"]
