import type { Sentences } from '@sluice/contract'

export const followSentences: Sentences = {
  'The user may not make the publication or the replication slot that following needs.':
    '此用户无权创建跟踪所需的发布（publication）或复制槽。',
  'An administrator runs: {sql}': '请管理员执行：{sql}',
  'Let it own {table} and create in the database, and give it replication: alter role … replication; grant create on database … to …':
    '请让它拥有 {table}、可在数据库中创建对象，并授予复制权限：alter role … replication; grant create on database … to …',
  'The server has no replication slot left.': '服务器没有空闲的复制槽。',
  'Raise max_replication_slots and max_wal_senders in postgresql.conf and restart the server.':
    '请在 postgresql.conf 中调大 max_replication_slots 和 max_wal_senders 并重启服务器。',
  "The key of the strategy ({names}) does not come with a delete, because it is not part of the row's identity.":
    '方案的主键（{names}）不属于行标识，删除时源端不会给出它。',
  'Choose {names} as the key, or run: alter table {table} replica identity full':
    '请选择 {names} 作为主键，或执行：alter table {table} replica identity full',
  'New columns of the table: {columns}.': '表新增了列：{columns}。',
  'Columns gone from the table: {columns}.': '表移除了列：{columns}。',
  'The columns of the table have changed ({what}).': '表的列有变化（{what}）。',
  'The columns of the table have changed their type or their key.': '表的列类型或主键有变化。',
  'The column "{name}" that the strategy reads was removed from {table}.': '方案读取的列“{name}”已从 {table} 删除。',
  'Choose the columns and the key again, then start the strategy.': '请重新选择列和主键，再启动方案。',
  'The replication slot of this strategy is gone.': '本方案的复制槽已不存在。',
  'The server has thrown away the log that comes next (max_slot_wal_keep_size).':
    '服务器已丢弃接下来的日志（max_slot_wal_keep_size）。',
  'The replication slot has moved on without this strategy (another reader, or a restored store).':
    '复制槽的位置已超过本方案（有其他读取者，或本系统的数据库被恢复过）。',
  'Another connection still holds the replication slot of this strategy.': '另一个连接仍占用本方案的复制槽。',
  '{table} has no primary key, so its changes do not say which row they are about.':
    '{table} 没有主键，变更无法指明是哪一行。',
  'Give it a primary key, or run: alter table {table} replica identity full':
    '请添加主键，或执行：alter table {table} replica identity full',
  'The slot could not be made, because a transaction has been open on the server for minutes.':
    '无法创建复制槽：服务器上有事务已打开数分钟。',
  'End transactions that were left open (pg_stat_activity, state "idle in transaction").':
    '请结束遗留的事务（pg_stat_activity 中状态为 “idle in transaction”）。',
  'The server does not write what following needs into its log (wal_level is not logical).':
    '服务器的日志不含跟踪所需的内容（wal_level 不是 logical）。',
  "Run: alter system set wal_level = 'logical'; and restart the server (on a hosted database: switch logical replication on).":
    "请执行：alter system set wal_level = 'logical'; 并重启服务器（云数据库请开启逻辑复制）。",
  'Run the strategy in full: it reads everything anew and then follows.':
    '请全量运行方案：先重新读取全部数据，再继续跟踪。',
  'Removing the replication slot {slot} failed': '删除复制槽 {slot} 失败',
  'Making the replication slot failed': '创建复制槽失败',
  'Following {table} failed': '跟踪 {table} 失败',
  'The table was dropped, or has another name now.': '表已被删除或改名。',
  'The table was replaced by another of its name, of which the log has told nothing.':
    '表已被同名的另一张表替换，日志中没有新表的内容。',
  'A table that inherits from this one was emptied at once.': '继承自此表的一张表被整体清空。',
  'Partitions joined the table with rows of their own: {names}.': '带数据的分区被挂接到表上：{names}。',
  '{count} partitions left the table with their rows.': '{count} 个分区连同其数据脱离了表。',
  'Partitions of the table were emptied at once: {names}.': '表的分区被整体清空：{names}。',
  'The publication {name} is no longer of this table, so the log tells nothing of its changes.':
    '发布 {name} 已不再包含此表，日志中没有它的变更。',
  'The publication {name} was altered and leaves out: {gaps}.': '发布 {name} 已被修改，遗漏了：{gaps}。',
  'The publication of the table was altered or made anew, so changes of meanwhile may be missing from the log.':
    '此表的发布曾被修改或重建，期间的变更可能不在日志中。',
}
