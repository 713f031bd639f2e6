import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.': '请另选一张表，或授予用户该表的权限。',
  'If it is to be so, an administrator of the database runs this.': '如需此权限，请数据库管理员执行以下语句。',
  '"{name}" cannot be a name in Oracle (1 to {limit} bytes).':
    '“{name}”不能作为 Oracle 中的名称（1 至 {limit} 字节）。',
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check both (upper and lower case differ), and that the account is not locked or its password expired.':
    '请检查两者（区分大小写），以及账户是否被锁定或密码是否过期。',
  'The listener does not know this service or SID.': '监听程序不认识此服务名或 SID。',
  'Check the name and whether it is a service or a SID; "lsnrctl services" on the server lists them.':
    '请检查名称，以及它是服务名还是 SID；在服务器上用“lsnrctl services”可列出。',
  'The user lacks the right to do this.': '此用户没有权限。',
  'Grant the user select (source) or select, insert, update and delete (target) on the table.':
    '请授予该用户表的 select（源端）或 select、insert、update、delete（目标端）权限。',
  'Another transaction was in the way (deadlock).': '与另一个事务冲突（死锁）。',
  'The rows are locked by another transaction.': '数据行被另一个事务锁定。',
  'A table space, the quota of the user or the undo space is full.': '表空间、用户配额或 undo 空间已满。',
  'Add space on the server; writing goes on by itself.': '请在服务器上增加空间；写入会自动继续。',
  'The database or the table space is read-only.': '数据库或表空间为只读。',
  'Write to the primary database.': '请写入主库。',
  'The server has no session or process left.': '服务器没有可用的会话或进程。',
  'It is tried again by itself; raise the limits of the server or of the user profile.':
    '会自动重试；请提高服务器或用户配置文件的上限。',
  'The table or view has vanished, or may no longer be seen by this user.': '表或视图已不存在，或该用户无权再查看。',
  'Choose the table again, or grant the user rights on it.': '请重新选择表，或授予用户该表的权限。',
  'The statement took longer than allowed.': '语句执行超时。',
  'Add an index for the key and the increment field, or narrow the condition.':
    '请为主键和增量字段建索引，或缩小条件范围。',
  'The server no longer has what the rows were when the page began (snapshot too old).':
    '服务器已不再保留本页开始时的数据（快照过旧）。',
  'It is tried again by itself; ask for smaller pages, or raise undo_retention.':
    '会自动重试；请减小每页条数，或提高 undo_retention。',
  'The connection to the server broke.': '与服务器的连接断开。',
  'What answers there does not speak as an Oracle listener of version 12.1 or later does.':
    '此处的服务不是 12.1 及以上版本的 Oracle 监听程序。',
  'Check the port, usually 1521, and whether it takes encrypted connections only.':
    '请检查端口（通常为 1521），以及它是否只接受加密连接。',
  'The password of this user is kept in a form that is too old for the driver (10G).':
    '该用户的密码以驱动不支持的旧格式（10G）保存。',
  'An administrator sets the password anew.': '请管理员重新设置密码。',
  'The server asks for native network encryption, which the driver does not have.':
    '服务器要求原生网络加密，而驱动不支持。',
  'Let the server accept TLS (TCPS), or make its native encryption optional.':
    '请让服务器接受 TLS（TCPS），或把原生加密设为可选。',
  'The host of the server, or of the one that the listener names, does not exist.':
    '服务器的主机，或监听程序给出的主机不存在。',
  'Check the host name, and the names that the listener of the server gives out.':
    '请检查主机名，以及服务器的监听程序给出的名称。',
  'The certificate of the server is not trusted.': '服务器的证书不受信任。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'A row with this key exists already ({index}).': '已存在相同主键的行（{index~}）。',
  'The row points to a row that does not exist, or others point to it ({rule}).':
    '该行引用了不存在的行，或被其他行引用（{rule}）。',
  'The row breaks a rule of the table ({rule}).': '该行违反了表的约束（{rule}）。',
  'The database refused the row: {message}.': '数据库拒绝了该行：{message~}。',
  'The table "{name}" exists already.': '表“{name}”已存在。',
  '"{text}" has a character that an address of Oracle cannot have.': '“{text}”含有 Oracle 地址中不允许的字符。',
  "The query writes a text as q'…'.": "查询以 q'…' 书写文本。",
  'Write it in plain quotes.': '请用普通引号书写。',
  'cannot be written to a column of the type {name}': '不能写入类型为 {name} 的列',
  'is empty, which Oracle would keep as null': '为空，Oracle 会把它保存为 null',
  'has characters that the character set of this database may lack (use NVARCHAR2)':
    '含有该数据库字符集可能没有的字符（请使用 NVARCHAR2）',
  'has more than the {most} digits the column keeps': '超过该列保存的 {most} 位数字',
  'is too large or too small for a NUMBER': '超出 NUMBER 的范围',
  'is outside 0001 … 9999': '超出 0001 … 9999',
  'An empty text is the same as null in Oracle.': '在 Oracle 中，空文本等同于 null。',
  'Numbers of more than 38 digits are refused.': '超过 38 位的数字会被拒收。',
  'The server accepted the connection but did not answer in time.': '服务器接受了连接，但未在规定时间内应答。',
  'Check that a listener of Oracle is at this port.': '请检查此端口是否为 Oracle 监听程序。',
}
