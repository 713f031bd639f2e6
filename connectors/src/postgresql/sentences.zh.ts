import type { Sentences } from '@sluice/contract'
import { followSentences } from './follow/sentences.zh.ts'

export const sentences: Sentences = {
  ...followSentences,
  'Choose another table, or grant the user usage on its schema.':
    '请选择其他表，或授予用户该模式（schema）的 usage 权限。',
  'PostgreSQL, TLS offered': 'PostgreSQL，支持 TLS',
  'PostgreSQL, no TLS': 'PostgreSQL，不支持 TLS',
  'The server does not offer an encrypted connection.': '服务器不支持加密连接。',
  'Set SSL mode to off, or switch SSL on at the server.': '请把 SSL 模式设为关闭，或在服务器上启用 SSL。',
  '{host}:{port} is {what}, not a PostgreSQL server.': '{host}:{port} 是{what!}，不是 PostgreSQL 服务器。',
  'a web server': '网站服务器',
  'something that gives no answer': '一个不应答的服务',
  'another kind of server': '其他类型的服务器',
  'Check the port; PostgreSQL usually listens on 5432.': '请检查端口；PostgreSQL 通常使用 5432。',
  '{readable} tables and views to read, {writable} to write': '可读 {readable} 张表和视图，可写 {writable} 张',
  'not in the schema {name}': '模式 {name} 中不可以',
  'in the schema {name}': '模式 {name} 中可以',
  'the user may make no temporary table, which writing in batches needs': '用户不能创建临时表，而批量写入需要它',
  'the user has no replication right; wal_level {level}': '用户没有复制权限；wal_level {level}',
  'If changes are to be followed, an administrator of the server runs this and restarts the server.':
    '如需跟踪变更，请服务器管理员执行以下语句并重启服务器。',
  'The server lets this user into this database neither from {host} nor in this way.':
    '服务器不允许此用户从 {host} 以这种方式登录此数据库。',
  'Try SSL mode encrypted; else an administrator adds this line to pg_hba.conf and reloads the server.':
    '请尝试把 SSL 模式设为加密；否则请管理员把以下一行加入 pg_hba.conf 并重新加载服务器。',
  'An administrator adds this line to pg_hba.conf and reloads the server.':
    '请管理员把以下一行加入 pg_hba.conf 并重新加载服务器。',
  'no tables yet; tables can be created': '还没有表；可以建表',
  'The user may neither read nor write any table of this database.': '此用户对该数据库的任何表都没有读写权限。',
  'Grant select (source) or insert and update (target) on the tables and usage on their schema, or check the schema name.':
    '请授予表的 select（作为源）或 insert、update（作为目标）权限及模式的 usage 权限，或检查模式名。',
  '"{name}" cannot be a name in PostgreSQL (1 to {max} bytes).':
    '“{name}”不能作为 PostgreSQL 的名称（1 至 {max} 字节）。',
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check user name and password, and that pg_hba.conf lets this user in from here.':
    '请检查用户名和密码，并确认 pg_hba.conf 允许此用户从本机登录。',
  'The database does not exist on this server.': '服务器上没有此数据库。',
  'Check the database name; PostgreSQL names are case-sensitive.': '请检查数据库名；PostgreSQL 区分大小写。',
  'The user lacks the right to do this.': '此用户没有权限。',
  'Grant the user select (source) or insert and update (target) on the table, usage on its schema, and temporary on the database (target).':
    '请授予用户该表的 select（作为源）或 insert、update（作为目标）权限、模式的 usage 权限，以及数据库的 temporary 权限（作为目标）。',
  'The database is read-only (a replica, or locked by its administrator).':
    '数据库是只读的（只读副本，或被管理员锁定）。',
  'Write to the primary server.': '请写入主库。',
  'The disk of the database server is full.': '数据库服务器的磁盘已满。',
  'Free space on the server; writing goes on by itself.': '请在服务器上腾出空间，写入会自动继续。',
  'The server has no connection or memory left.': '服务器的连接数或内存已用尽。',
  'Raise max_connections or close other clients.': '请调大 max_connections，或关闭其他客户端。',
  'The statement took longer than allowed.': '语句执行超时。',
  'Add an index for the key and the increment field, or narrow the condition.':
    '请为主键和增量字段建索引，或缩小条件范围。',
  'The server ended the connection or is starting up.': '服务器断开了连接，或正在启动。',
  'The connection to the server broke.': '与服务器的连接断开。',
  'Another transaction was in the way (deadlock or serialization).': '与另一个事务冲突（死锁或串行化）。',
  'The table is locked by another transaction.': '表被另一个事务锁定。',
  'The table or view has vanished.': '表或视图已不存在。',
  'The schema has vanished.': '模式（schema）已不存在。',
  'Choose the table again, or restore it.': '请重新选择表，或恢复它。',
  'The server accepted the connection but did not answer in time.': '服务器接受了连接，但未在规定时间内应答。',
  'Check that a PostgreSQL server listens on this port.': '请确认此端口上是 PostgreSQL 服务器。',
  'The certificate of the server is not trusted.': '服务器的证书不受信任。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'the row was refused': '该行被拒绝',
  'A row with this key exists already ({index}).': '已存在相同主键的行（{index~}）。',
  'unique index': '唯一索引',
  'The column "{field}" must have a value.': '列“{field}”必须有值。',
  'The row points to a row that does not exist ({index}).': '该行引用的行不存在（{index~}）。',
  'foreign key': '外键',
  'The row breaks a rule of the table ({rule}).': '该行违反了表的约束（{rule}）。',
  'The database refused the row: {message}.': '数据库拒绝了该行：{message~}。',
  'The database refused the request.': '数据库拒绝了请求。',
  'The database refused the request: {reason}.': '数据库拒绝了请求：{reason~}。',
  'The table "{owner}.{name}" exists already.': '表“{owner}.{name}”已存在。',
  'Reading {table} failed.': '读取 {table} 失败。',
  'Reading {table} failed: {reason}.': '读取 {table} 失败：{reason~}。',
  'Writing {table} failed.': '写入 {table} 失败。',
  'Writing {table} failed: {reason}.': '写入 {table} 失败：{reason~}。',
  'A value of the row cannot be read (nested too deep).': '该行有一个值无法读取（嵌套过深）。',
  'holds an item that {reason}': '有一个元素{reason!}',
  'The table {table} has row level security, which may hide rows from this user. Hidden rows are not read, and look as if they were not there: let the user see all rows (alter role … bypassrls), or make sure that its policies do.':
    '表 {table} 启用了行级安全，可能对此用户隐藏部分行。被隐藏的行不会被读取，看起来就像不存在：请让此用户看到所有行（alter role … bypassrls），或确认其策略允许。',
  'row level security may hide rows of {count} tables: {names}': '{count} 张表的行级安全可能隐藏部分行：{names}',
  'Hidden rows are not read, and look as if they were not there. If all are to be read, an administrator runs this.':
    '被隐藏的行不会被读取，看起来就像不存在。若要全部读取，请管理员执行。',
}
