import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.': '请另选一张表，或授予用户该表的权限。',
  'If it is to be so, an administrator of the database runs this.': '如需此权限，请数据库管理员执行以下语句。',
  'The user may neither read nor write any table of this database.': '此用户对该数据库的任何表都没有读写权限。',
  'Grant select (source) or select, insert, update and delete (target) on the database.':
    '请授予该数据库的 select（源端）或 select、insert、update、delete（目标端）权限。',
  '"{name}" cannot be a name in SQL Server (1 to {limit} characters).':
    '“{name}”不能作为 SQL Server 中的名称（1 至 {limit} 个字符）。',
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check both, that the server allows SQL Server authentication, and that the login is not locked or expired.':
    '请检查两者、服务器是否允许 SQL Server 身份验证，以及登录名是否被锁定或过期。',
  'The database does not exist or this user may not use it.': '数据库不存在，或此用户无权使用。',
  'Check the database name, or map the login to a user of it.': '请检查数据库名，或把登录名映射为该库的用户。',
  'The user lacks the right to do this.': '此用户没有权限。',
  'Grant the user select (source) or select, insert, update and delete (target) on the table.':
    '请授予该用户表的 select（源端）或 select、insert、update、delete（目标端）权限。',
  'Another transaction was in the way (deadlock).': '与另一个事务冲突（死锁）。',
  'The rows are locked by another transaction.': '数据行被另一个事务锁定。',
  'The disk, a file group or the log of the database is full.': '磁盘、文件组或数据库日志已满。',
  'Free space on the server; writing goes on by itself.': '请在服务器上腾出空间，写入会自动继续。',
  'The database is read-only (a replica, or set so by its administrator).': '数据库为只读（副本，或由管理员设置）。',
  'Write to the primary server.': '请写入主库。',
  'The server has no resources left for this at the moment.': '服务器目前没有可用资源。',
  'It is tried again by itself; raise the limits of the server or of its service tier.':
    '会自动重试；请提高服务器或其服务层的上限。',
  'The table or view has vanished.': '表或视图已不存在。',
  'Choose the table again, or restore it.': '请重新选择表，或恢复它。',
  'The statement took longer than allowed.': '语句执行超时。',
  'Add an index for the key and the increment field, or narrow the condition.':
    '请为主键和增量字段建索引，或缩小条件范围。',
  'The firewall of the server lets this address not in.': '服务器的防火墙不允许此地址访问。',
  'Add the address of this machine to the firewall rules of the server.': '请把本机地址加入服务器的防火墙规则。',
  'The connection to the server broke.': '与服务器的连接断开。',
  'The server accepted the connection but did not answer in time.': '服务器接受了连接，但未在规定时间内应答。',
  'Check that a SQL Server listens on this port.': '请检查该端口是否为 SQL Server。',
  'The server and this setting do not agree on encryption.': '服务器与此设置在加密方式上不一致。',
  'The certificate of the server is not trusted.': '服务器的证书不受信任。',
  'Where the server takes encrypted connections only, set SSL mode to encrypted; where it offers none, set it to off.':
    '服务器只接受加密连接时，请把 SSL 模式设为加密；服务器不提供加密时，请关闭。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'The column "{name}" would keep another value than this one.': '列“{name}”保存的值会与此值不同。',
  'Use a longer column, or a Unicode type such as nvarchar.': '请使用更长的列，或 nvarchar 等 Unicode 类型。',
  'The key equals another key under the collation of the column (case, accents or trailing blanks).':
    '在该列的排序规则下，此主键与另一个主键相同（大小写、重音或末尾空格）。',
  'Give the key column a binary collation (Latin1_General_100_BIN2).':
    '请为主键列使用二进制排序规则（Latin1_General_100_BIN2）。',
  'A row with this key exists already ({index}).': '已存在相同主键的行（{index~}）。',
  'The row points to a row that does not exist, or others point to it ({rule}).':
    '该行引用了不存在的行，或被其他行引用（{rule}）。',
  'The row breaks a rule of the table ({rule}).': '该行违反了表的约束（{rule}）。',
  'The database refused the row: {message}.': '数据库拒绝了该行：{message~}。',
  'The table "{name}" exists already.': '表“{name}”已存在。',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    '无法校验 {host} 的证书，因为它是 IP 地址而不是主机名。',
  'Give the host name that stands in the certificate.': '请填写证书中的主机名。',
  'The query has a quote inside of a name in brackets.': '查询在方括号内的名称中含有引号。',
  'Write the name in double quotes.': '请用双引号书写该名称。',
  'The query was refused: {reason}.': '查询被拒绝：{reason}。',
  'is not a UUID': '不是 UUID',
  'cannot be written to a column of the type {name}': '不能写入类型为 {name} 的列',
  'would be rounded by the column (use datetime2)': '会被该列取整（请使用 datetime2）',
  'has seconds, which a smalldatetime column drops': '含有秒，smalldatetime 列会丢弃',
}
