import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'MongoDB refused the user name or the password.': 'MongoDB 拒绝了用户名或密码。',
  'Check both, and the authentication database: it is the one in which the user was created.':
    '请检查两者以及认证数据库，即建立该用户的数据库。',
  'The user may not do this in the database.': '用户无权在此数据库中这样操作。',
  'Give it the role "read" (source) or "readWrite" (target) on the database.':
    '请授予该数据库的角色“read”（作为源）或“readWrite”（作为目标）。',
  'The server is not the primary of its replica set, or it is being started or stopped.':
    '服务器不是副本集的主节点，或正在启动或停止。',
  'It is tried again by itself; if this stays, enter the name of the replica set so that the primary is found.':
    '会自动重试；若一直如此，请填写副本集名称，以便找到主节点。',
  'The server gave up on the request, because it took too long.': '请求耗时过长，服务器已放弃。',
  'Ask for smaller pages, or give the filter and the increment field an index.':
    '请减小每页条数，或为过滤条件和增量字段建立索引。',
  'The server does not understand the filter.': '服务器不理解过滤条件。',
  'Check the filter of the source.': '请检查源的过滤条件。',
  'The disk of the server is full.': '服务器磁盘已满。',
  'Free some space; writing goes on by itself.': '请释放一些空间；写入会自动继续。',
  'The driver of MongoDB failed.': 'MongoDB 驱动程序出错。',
  'MongoDB refused the request: {reason} ({code}).': 'MongoDB 拒绝了请求：{reason}（{code}）。',
  'Look the code up in the documents of MongoDB.': '请在 MongoDB 文档中查询该代码。',
  'The server belongs to no replica set of this name, or the set has no primary now.':
    '服务器不属于此名称的副本集，或副本集目前没有主节点。',
  'Check the name of the replica set; leave it empty to use this one server.':
    '请检查副本集名称；留空则只使用这一台服务器。',
  'Whatever listens on this port gives no answer to MongoDB.': '此端口上的服务不以 MongoDB 协议应答。',
  'Check the port, usually 27017, and the encryption: a server with TLS says nothing to one without.':
    '请检查端口（通常为 27017）和加密：启用 TLS 的服务器不会应答未加密的连接。',
  'The connection to MongoDB broke.': '与 MongoDB 的连接中断了。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '会自动重新连接；若一直如此，请查看服务器日志。',
  'The request was stopped.': '请求已中止。',
  'There is no collection {name}.': '没有集合 {name}。',
  'Check the name and the database; a collection is made by its first document.':
    '请检查名称和数据库；集合由第一个文档建立。',
  'Write one query document as Extended JSON, for example {"status": "paid"}.':
    '请写一个扩展 JSON 格式的查询文档，例如 {"status": "paid"}。',
  'The saved position does not belong to this collection and increment field.': '保存的位置不属于此集合和增量字段。',
  'The increment field was changed: reset the position of the strategy to read from the start.':
    '增量字段已更改：请重置方案的位置，从头读取。',
  'A document with this key exists already.': '已有此主键的文档。',
  'The document breaks the rules of the collection (schema validation).': '文档不符合集合的校验规则。',
  'The key of a document that exists cannot be changed (_id).': '已有文档的主键（_id）不能更改。',
  'The document is bigger than the 16 MiB that MongoDB holds.': '文档超过 MongoDB 的 16 MiB 上限。',
  'MongoDB refused the document: {reason} ({code}).': 'MongoDB 拒绝了文档：{reason}（{code}）。',
  'The filter is no JSON.': '过滤条件不是 JSON。',
  'The filter is no document: it must stand in curly brackets.': '过滤条件不是文档：必须写在花括号中。',
  'The filter holds {script}, which runs a script on the server.': '过滤条件含有 {script}，它会在服务器上执行脚本。',
  'The document holds a value that cannot be read, for example a date beyond the year 275760.':
    '文档中有无法读取的值，例如 275760 年之后的日期。',
  'The document has the name {path} twice, and one of the values would be lost.':
    '文档中的名称 {path} 出现两次，其中一个值会丢失。',
  'Write the document anew with a name for each value, or leave it out by the filter.':
    '请为每个值取不同的名称后重写该文档，或用筛选条件排除它。',
  'is not an ObjectId (24 hexadecimal digits)': '不是 ObjectId（24 位十六进制）',
  'is not a date that MongoDB holds (to the millisecond, with an offset or in UTC)':
    '不是 MongoDB 能保存的日期（精确到毫秒，带时区或为 UTC）',
  'has more than the 34 digits that MongoDB keeps': '超过 MongoDB 保存的 34 位数字',
  'begins with "$" and is no value of Extended JSON': '以“$”开头，但不是扩展 JSON 的值',
  'There is no document with this key any more.': '已经没有此主键的文档。',
  'The field name "{name}" cannot be written: MongoDB reads "$" as a command and "." as a path.':
    '字段名“{name}”不能写入：MongoDB 把“$”当作命令，把“.”当作路径。',
  'Map to another name.': '请映射到另一个名称。',
  'The collection {name} exists already.': '集合 {name} 已存在。',
  '{collection} has no unique index on {names}, so documents cannot be updated by key.':
    '{collection} 在 {names} 上没有唯一索引，不能按主键更新文档。',
  'Create a unique index on {names}, choose _id, or use the mode "insert".':
    '请在 {names} 上建立唯一索引，选择 _id，或使用“追加”方式。',
  '{database}: {count} collections': '{database}：{count} 个集合',
  'If it is to be so, an administrator of the server runs this in mongosh.':
    '如需此权限，请服务器管理员在 mongosh 中执行以下命令。',
  'only {names}': '仅 {names}',
  'no role on {database} allows it': '{database} 上没有允许此操作的角色',
  'The database took {taken} of {planned} documents and reported no error.':
    '数据库只收下 {planned} 个文档中的 {taken} 个，且没有报告错误。',
  'Look the documents up in the target before writing them again.': '再次写入前，请先在目标中核对这些文档。',
}
