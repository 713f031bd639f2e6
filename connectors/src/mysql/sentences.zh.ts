import type { Sentences } from '@sluice/contract'
import { followSentences } from './follow/sentences.zh.ts'

export const sentences: Sentences = {
  'Change the table to the engine InnoDB.': '请把表改为 InnoDB 引擎。',
  ...followSentences,
  'Choose another table, or grant the user rights on it.': '请选择其他表，或授予用户该表的权限。',
  'The server refuses connections: {said}.': '服务器拒绝连接：{said}。',
  'Ask the administrator to let this host in (FLUSH HOSTS) or to raise max_connections.':
    '请管理员放行本机（FLUSH HOSTS），或调大 max_connections。',
  '{host}:{port} is {what}, not a MySQL or MariaDB server.': '{host}:{port} 是{what!}，不是 MySQL 或 MariaDB 服务器。',
  'something that says nothing when connected': '一个连接后不应答的服务',
  'another kind of server': '其他类型的服务器',
  'Check the port; MySQL and MariaDB usually listen on 3306.': '请检查端口；MySQL 和 MariaDB 通常使用 3306。',
  'The user may neither read nor write any table of this database.': '此用户对该数据库的任何表都没有读写权限。',
  '{count} tables and views; {readable} to read, {writable} to write':
    '{count} 张表和视图；可读 {readable} 张，可写 {writable} 张',
  'the user has no replication right': '用户没有复制权限',
  'The server sees {user}@{host}; check the password, and whether it has an account for this host.':
    '服务器看到的用户是 {user}@{host}；请检查密码，并确认有适用于该主机的账号。',
  'The server lets nobody in from {host}.': '服务器不允许任何人从 {host} 登录。',
  'An administrator makes an account for this host, with a password of its own, and grants it rights.':
    '请管理员为该主机建立账号、设置密码并授予权限。',
  'The server takes encrypted connections only.': '服务器只接受加密连接。',
  'Set SSL mode to encrypted.': '请把 SSL 模式设为加密。',
  'Grant select (source) or select, insert and update (target) on the database.':
    '请授予该数据库的 select（作为源）或 select、insert、update（作为目标）权限。',
  '"{name}" cannot be a name in MySQL (1 to {max} characters).': '“{name}”不能作为 MySQL 的名称（1 至 {max} 个字符）。',
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check user name and password, and that the user may connect from this host.':
    '请检查用户名和密码，并确认此用户允许从本机连接。',
  'The database does not exist or this user may not use it.': '数据库不存在，或此用户无权使用。',
  'Check the database name, or grant the user rights on it.': '请检查数据库名，或授予用户权限。',
  'The user lacks the right to do this.': '此用户没有权限。',
  'Grant the user select (source) or select, insert and update (target) on the table.':
    '请授予用户该表的 select（作为源）或 select、insert、update（作为目标）权限。',
  'The server has no connection left for this user.': '服务器已没有可供此用户使用的连接。',
  'Raise max_connections or close other clients.': '请调大 max_connections，或关闭其他客户端。',
  'Another transaction was in the way (deadlock).': '与另一个事务冲突（死锁）。',
  'The rows are locked by another transaction.': '数据行被另一个事务锁定。',
  'The database is read-only (a replica, or locked by its administrator).':
    '数据库是只读的（只读副本，或被管理员锁定）。',
  'Write to the primary server.': '请写入主库。',
  'The disk or the table space of the server is full.': '服务器的磁盘或表空间已满。',
  'Free space on the server; writing goes on by itself.': '请在服务器上腾出空间，写入会自动继续。',
  'The table or view has vanished.': '表或视图已不存在。',
  'Choose the table again, or restore it.': '请重新选择表，或恢复它。',
  'The statement took longer than allowed.': '语句执行超时。',
  'Add an index for the key and the increment field, or narrow the condition.':
    '请为主键和增量字段建索引，或缩小条件范围。',
  'The connection to the server broke.': '与服务器的连接断开。',
  'The server accepted the connection but did not answer in time.': '服务器接受了连接，但未在规定时间内应答。',
  'Check that a MySQL or MariaDB server listens on this port.': '请确认此端口上是 MySQL 或 MariaDB 服务器。',
  'The server does not offer an encrypted connection.': '服务器不支持加密连接。',
  'Set SSL mode to off, or switch SSL on at the server.': '请把 SSL 模式设为关闭，或在服务器上启用 SSL。',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    '无法校验 {host} 的证书，因为它是 IP 地址而不是主机名。',
  'Give the host name that stands in the certificate.': '请填写证书中的主机名。',
  'The certificate of the server is not trusted.': '服务器的证书不受信任。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'the row was refused': '该行被拒绝',
  'A row with this key exists already ({index}).': '已存在相同主键的行（{index~}）。',
  'unique index': '唯一索引',
  'The column "{field}" must have a value.': '列“{field}”必须有值。',
  'The row points to a row that does not exist (foreign key).': '该行引用的行不存在（外键）。',
  'The row breaks a rule of the table ({rule}).': '该行违反了表的约束（{rule}）。',
  'The database refused the row: {message}.': '数据库拒绝了该行：{message~}。',
  'The database refused the request.': '数据库拒绝了请求。',
  'The database refused the request: {reason}.': '数据库拒绝了请求：{reason~}。',
  'The table "{name}" exists already.': '表“{name}”已存在。',
  'Reading {table} failed.': '读取 {table} 失败。',
  'Reading {table} failed: {reason}.': '读取 {table} 失败：{reason~}。',
  'Writing {table} failed.': '写入 {table} 失败。',
  'Writing {table} failed: {reason}.': '写入 {table} 失败：{reason~}。',
  'Signing in failed.': '登录失败。',
  'Signing in failed: {reason}.': '登录失败：{reason~}。',
  'The database would change a value: {said}.': '数据库会改变一个值：{said}。',
  'The key "{key}" equals another key under the collation of the column (case, accents or trailing blanks).':
    '按列的排序规则，主键“{key}”与另一个主键相同（大小写、重音或末尾空格）。',
  'Give the key column a binary collation (utf8mb4_bin).': '请为主键列设置二进制排序规则（utf8mb4_bin）。',
  'The row has {size} bytes, the server takes {max} (max_allowed_packet).':
    '该行有 {size} 字节，服务器只接受 {max} 字节（max_allowed_packet）。',
  'Raise max_allowed_packet on the server.': '请调大服务器的 max_allowed_packet。',
}
