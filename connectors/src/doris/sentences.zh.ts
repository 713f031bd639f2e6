import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.': '请另选一张表，或授予用户该表的权限。',
  'If it is to be so, an administrator of the server runs this.': '如需此权限，请服务器管理员执行以下语句。',
  'The user may neither read nor write any table of this database.': '此用户对该数据库的任何表都没有读写权限。',
  'Grant the user SELECT_PRIV (source) or SELECT_PRIV and LOAD_PRIV (target) on the database.':
    '请授予该用户数据库的 SELECT_PRIV（源端），或 SELECT_PRIV 和 LOAD_PRIV（目标端）。',
  '"{name}" cannot be a name in Doris (1 to {limit} characters).':
    '“{name}”不能作为 Doris 中的名称（1 至 {limit} 个字符）。',
  'Doris has no type for binary content, which the field "{name}" is.':
    'Doris 没有存放二进制内容的类型，而字段“{name}”是二进制。',
  'Leave the field out of the new table.': '请不要把该字段放入新表。',
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check user name and password, and that the user may connect from this host.':
    '请检查用户名和密码，并确认此用户允许从本机连接。',
  'The database does not exist or this user may not use it.': '数据库不存在，或此用户无权使用。',
  'Check the database name, or grant the user rights on it.': '请检查数据库名，或授予用户权限。',
  'The user lacks the right to do this.': '此用户没有权限。',
  'The table or view has vanished.': '表或视图已不存在。',
  'Choose the table again, or restore it.': '请重新选择表，或恢复它。',
  'The statement took longer than allowed.': '语句执行超时。',
  'Narrow the condition, or read by the first key column of the table.': '请缩小条件，或按表的第一个键列读取。',
  'The connection to the server broke.': '与服务器的连接断开。',
  'The server has no connection left for this user.': '服务器已没有可供此用户使用的连接。',
  'Raise max_user_connections of the user, or close other clients.':
    '请提高该用户的 max_user_connections，或关闭其他客户端。',
  'The table has too many versions that are not merged yet (-235).': '该表有过多尚未合并的版本（-235）。',
  'It is tried again by itself; write larger batches, fewer at a time.': '会自动重试；请增大每批条数，减少并发。',
  'The server has too little memory for the load at the moment.': '服务器目前内存不足，无法完成导入。',
  'It is tried again by itself; write smaller batches.': '会自动重试；请减小每批条数。',
  'The server accepted the connection but did not answer in time.': '服务器接受了连接，但未在规定时间内应答。',
  'Check that the query port of an FE listens here, usually 9030.': '请检查此处是否为 FE 的查询端口，通常为 9030。',
  'The server does not offer an encrypted connection.': '服务器不支持加密连接。',
  'The certificate of the server is not trusted.': '服务器的证书不受信任。',
  'Set SSL mode to off, or set enable_ssl on the FE.': '请关闭 SSL 模式，或在 FE 上设置 enable_ssl。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'What answers at the Stream Load address is not Doris (HTTP {status}).':
    'Stream Load 地址上的服务不是 Doris（HTTP {status}）。',
  'Check the address: the HTTP port of an FE is usually 8030, of a BE 8040.':
    '请检查地址：FE 的 HTTP 端口通常为 8030，BE 的为 8040。',
  'The table cannot keep the columns that are not mapped: it does not merge on write.':
    '该表无法保留未映射的列：它没有启用写时合并。',
  'Map all columns, or make the table with enable_unique_key_merge_on_write.':
    '请映射全部列，或用 enable_unique_key_merge_on_write 建表。',
  'Doris refused the load: {reason}.': 'Doris 拒绝了导入：{reason}。',
  'Doris refused the row: {reason}.': 'Doris 拒绝了该行：{reason}。',
  'The table "{name}" exists already.': '表“{name}”已存在。',
  'Doris has no type for binary content.': 'Doris 没有存放二进制内容的类型。',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    '无法校验 {host} 的证书，因为它是 IP 地址而不是主机名。',
  'Give the host name that stands in the certificate.': '请填写证书中的主机名。',
  '{from} sends the rows on to {to}, where they cannot go.': '{from} 把数据转给 {to}，但无法发往那里。',
  'Enter the address of a BE, usually port 8040.': '请填写 BE 的地址，通常为 8040 端口。',
  'The load {label} has not come to an end; nobody knows yet whether its rows are there.':
    '导入 {label} 尚未结束；暂时无法得知数据是否已写入。',
  "Ask the database: SHOW TRANSACTION WHERE LABEL = '{label}'.":
    "请在数据库中查询：SHOW TRANSACTION WHERE LABEL = '{label}'。",
}
