import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'ClickHouse refused the user name or the password.': 'ClickHouse 拒绝了用户名或密码。',
  'Check both, and that the user may come from the address of this machine.':
    '请检查两者，以及该用户是否可从本机地址登录。',
  'The user may not do this.': '用户无权这样操作。',
  'Grant it SELECT (source) or INSERT (target) on the database.':
    '请授予该数据库的 SELECT（源）或 INSERT（目标）权限。',
  'Choose another table, or grant the user rights on it.': '请另选一张表，或授予用户该表的权限。',
  'The table has vanished.': '表已不存在。',
  'Choose the table again, or restore it.': '请重新选择表，或恢复它。',
  'ClickHouse has too much to do at the moment.': 'ClickHouse 目前负载过高。',
  'It is tried again by itself; write larger batches, or raise the limits of the server.':
    '会自动重试；请增大每批条数，或提高服务器的上限。',
  'The server gave up on the statement, because it took too long.': '语句耗时过长，服务器已放弃。',
  'Ask for smaller pages, or narrow the condition to the sorting key.': '请减小每页条数，或按排序键缩小条件。',
  'The table or the user is read-only at the moment.': '表或用户目前为只读。',
  'Check the profile of the user, and the connection of the server to its keeper.':
    '请检查用户的配置，以及服务器与其协调服务（Keeper）的连接。',
  'There is no database of this name.': '没有此名称的数据库。',
  'Check the name; upper and lower case differ.': '请检查名称；大小写有别。',
  'The disk of the server is full.': '服务器磁盘已满。',
  'Free some space; writing goes on by itself.': '请释放一些空间；写入会自动继续。',
  'ClickHouse refused the statement: {reason} ({number}).': 'ClickHouse 拒绝了语句：{reason}（{number}）。',
  'Look the number up in the documents of ClickHouse.': '请在 ClickHouse 文档中查询该编号。',
  'What answers at this address is not the HTTP interface of ClickHouse (HTTP {status}).':
    '此地址上的服务不是 ClickHouse 的 HTTP 接口（HTTP {status}）。',
  'Check the address; the interface is usually at port 8123, or 8443 encrypted.':
    '请检查地址；该接口通常为 8123 端口，加密为 8443。',
  'The column "{field}" has the type {type}, which is not written here.': '列“{field}”的类型为 {type}，不支持写入。',
  'Take it out of the mapping, and let a default or a materialized view fill it.':
    '请从字段映射中去掉它，由默认值或物化视图填充。',
  '{table} keeps every row that is written ({engine}, sorted by {sorting}), so rows cannot be updated by this key.':
    '{table} 保留写入的每一行（{engine}，排序键 {sorting}），不能按此主键更新。',
  'Use the mode "insert", or a ReplacingMergeTree with exactly the key as its sorting key.':
    '请使用“追加”方式，或使用以该主键为排序键的 ReplacingMergeTree。',
  'is null, and the column takes no null': '为空值，而该列不允许空值',
  'is no name of the enumeration': '不是枚举中的名称',
  'is not a UUID': '不是 UUID',
  'is {size} bytes long, the column takes {width}': '长 {size} 字节，列最多 {width} 字节',
  'is outside {least} … {most}': '超出 {least} … {most}',
  'is not a list': '不是列表',
  '"{name}" cannot be a name in ClickHouse.': '“{name}”不能作为 ClickHouse 中的名称。',
  'The table "{name}" exists already.': '表“{name}”已存在。',
  '{count} tables and views': '{count} 个表和视图',
  'If it is to be so, an administrator of the server runs this.': '如需此权限，请服务器管理员执行以下语句。',
  'the profile of the user is read-only': '用户的配置为只读',
  'shows when it is done for the first time': '第一次执行时才能确定',
  'a role may give it': '可能由角色授予',
  'Days outside 1925-01-01 … 2283-11-11 are refused.': '1925-01-01 … 2283-11-11 以外的日期会被拒收。',
  'Days outside 1970-01-01 … 2105-12-31 are refused.': '1970-01-01 … 2105-12-31 以外的日期会被拒收。',
  'Times outside 1925 … 2283 are refused.': '1925 … 2283 年以外的时间会被拒收。',
}
