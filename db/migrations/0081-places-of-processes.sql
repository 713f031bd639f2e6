-- Where each process can be reached: what belongs to the installation is closed to connectors of every process.
alter table process
  add column addresses text[] not null default '{}',
  add column ports int[] not null default '{}';
