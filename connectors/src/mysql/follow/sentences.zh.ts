import type { Sentences } from '@sluice/contract'

export const followSentences: Sentences = {
  'A transaction has been open on the server for too long, so following cannot begin.':
    '服务器上有事务打开过久，无法开始跟踪。',
  'End transactions that were left open (information_schema.innodb_trx).':
    '请结束遗留的事务（information_schema.innodb_trx）。',
  'The server keeps no binary log.': '服务器没有开启二进制日志。',
  'Set log_bin and binlog_format = ROW in the configuration of the server and restart it.':
    '请在服务器配置中设置 log_bin 和 binlog_format = ROW 并重启。',
  'The user may not read the binary log.': '此用户无权读取二进制日志。',
  'An administrator runs: grant replication slave, replication client, process on *.* to the user.':
    '请管理员执行：grant replication slave, replication client, process on *.* 给此用户。',
  'Another connection follows this server under the same number.': '另一个连接正以相同编号跟踪此服务器。',
  'The server has removed the binary log that comes next.': '服务器已清除接下来的二进制日志。',
  'The server has removed the binary log {file}, which comes next.': '服务器已清除接下来的二进制日志 {file}。',
  'This is another server than before, and its binary log cannot be compared with the old one.':
    '服务器与之前不同，其二进制日志无法与原来的对应。',
  'Keep binary logs longer (binlog_expire_logs_seconds), then run the strategy in full: it reads everything anew and then follows.':
    '请延长二进制日志的保留时间（binlog_expire_logs_seconds），再全量运行方案：先重新读取全部数据，再继续跟踪。',
  'The server logs statements and not rows (binlog_format is {format}).':
    '服务器记录的是语句而不是行（binlog_format 为 {format}）。',
  'The server logs rows without the names of their columns (binlog_row_metadata is {names}), so those of a table that is altered could be taken for others.':
    '服务器记录的行不带列名（binlog_row_metadata 为 {names}），表结构变化后可能把值认到别的列。',
  'The server compresses its binary log, which cannot be read.': '服务器压缩了二进制日志，无法读取。',
  'The server logs parts of JSON values only, which cannot be read.': '服务器只记录 JSON 的局部变化，无法读取。',
  'Run: {sql}; write it into the configuration of the server too, and let applications connect anew.':
    '请执行：{sql}；同时写入服务器配置，并让应用重新连接。',
  'ROW, {image}: changed rows are read again by key': 'ROW，{image}：变化的行按主键重新读取',
  'kept until removed by hand': '保留到手工清除为止',
  'The server keeps its binary log for {hours} hours only; a longer stop would lose changes.':
    '服务器的二进制日志只保留 {hours} 小时；停机更久会丢失变更。',
  'Set binlog_expire_logs_seconds to a week (604800) or at least a day.':
    '请把 binlog_expire_logs_seconds 设为一周（604800），至少一天。',
  'The key of the strategy ({names}) is not unique in {table}, so a change does not say which row it is about.':
    '方案的主键（{names}）在 {table} 中不唯一，变更无法指明是哪一行。',
  'Choose the primary key or the columns of a unique index.': '请选择主键或唯一索引的列。',
  'The key column "{name}" has a type or a character set that cannot be read from the binary log.':
    '主键列“{name}”的类型或字符集无法从二进制日志读取。',
  'Choose a key of numbers, or of text in utf8, ascii or latin1.':
    '请选择数字主键，或 utf8、ascii、latin1 的文本主键。',
  '{table} was altered, and the changes made before that can no longer be read (set binlog_row_metadata = FULL to avoid this).':
    '{table} 的结构有变化，之前的变更已无法读取（设置 binlog_row_metadata = FULL 可避免）。',
  'New columns of the table: {columns}.': '表新增了列：{columns}。',
  'Columns gone from the table: {columns}.': '表移除了列：{columns}。',
  'The columns of the table have changed ({what}).': '表的列有变化（{what}）。',
  'A change was logged as a statement and not as rows (binlog_format is not ROW for some session).':
    '有变更以语句而不是行记录（某个会话的 binlog_format 不是 ROW）。',
  'Set log_bin_compress (MariaDB) or binlog_transaction_compression (MySQL) to off.':
    '请关闭 log_bin_compress（MariaDB）或 binlog_transaction_compression（MySQL）。',
  "Set binlog_row_value_options to ''.": "请把 binlog_row_value_options 设为 ''。",
  'The column "{name}" that the strategy reads was removed from {table}.': '方案读取的列“{name}”已从 {table} 删除。',
  'Choose the columns and the key again, then start the strategy.': '请重新选择列和主键，再启动方案。',
  'Following the binary log failed': '跟踪二进制日志失败',
  'Asking for the binary log failed': '查询二进制日志失败',
  'Following {table} failed': '跟踪 {table} 失败',
  'The table was dropped.': '表已被删除。',
  'The table was replaced by another of its name, or was given another name.': '表已被同名的另一张表替换，或已改名。',
  'A partition of the table was exchanged for another table.': '表的一个分区与另一张表做了交换。',
  'A partition of the table was dropped or emptied at once.': '表的一个分区被删除或整体清空。',
  'The server leaves changes of {database} out of its log ({setting} is {value}).':
    '服务器不把 {database} 的变更写入日志（{setting} 为 {value}）。',
  'Take the database out of {name} in the configuration of the server, or into binlog_do_db where that is set, and restart it.':
    '请在服务器配置中从 {name} 去掉此数据库（若设置了 binlog_do_db 则加入其中），然后重启。',
  'The server is a copy of another one, and does not log the changes that come from there (log_slave_updates is OFF).':
    '此服务器是另一台服务器的副本，且不记录从那里来的变更（log_slave_updates 为 OFF）。',
  'Follow the server that they come from, or set log_slave_updates (MySQL 8: log_replica_updates) to on and restart this one.':
    '请跟踪变更的来源服务器，或打开 log_slave_updates（MySQL 8：log_replica_updates）后重启此服务器。',
}
