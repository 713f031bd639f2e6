-- Whose an open line is, by when it is to be settled, who said so, and what proves it.

alter table recon_handling
  add column due_on date,
  add column assigned_by uuid,
  add column assigned_at timestamptz,
  -- counts every change of who and when, so that whoever comes second is told
  add column version int not null default 0;
create index recon_handling_assignee on recon_handling (tenant_id, assignee_id) where assignee_id is not null;
create index recon_exception_line on recon_exception (tenant_id, side, line_id);

-- A file that proves something of a line or a match: a screenshot, a letter of the platform, a statement.
create table recon_evidence (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- a line of a side, or a match
  kind text not null check (kind in ('a', 'b', 'g')),
  subject_id bigint not null,
  name text not null,
  -- what the bytes are, told by themselves and not by who sent them
  media_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- below DATA_DIR/files
  path text not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index recon_evidence_subject on recon_evidence (tenant_id, kind, subject_id, created_at, id);
call protect('recon_evidence');
