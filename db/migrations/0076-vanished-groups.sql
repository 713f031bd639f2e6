-- What a person decides about documents that no row gives any more: Retirement of the contract.
alter table record_decision drop constraint record_decision_decision_check;
alter table record_decision add check (decision in
  ('reprocess', 'ignore', 'confirmWritten', 'retireDelete', 'retireZero', 'retireMark', 'retireKeep'));
alter table replay_job drop constraint replay_job_kind_check;
alter table replay_job add check (kind in
  ('remap', 'correct', 'refetch', 'resend', 'ignore', 'retireDelete', 'retireZero', 'retireMark', 'retireKeep'));
