-- connection: when what a connector signs in with comes to its end.

-- Set where the access cannot be renewed for ever: the end of the refresh token, or of the access without one.
alter table connector_grant add column ends_at timestamptz;
-- From then on people are told.
alter table connector_grant add column warn_at timestamptz;
