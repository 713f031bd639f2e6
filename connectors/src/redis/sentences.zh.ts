import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'Redis refused the user name or the password.': 'Redis 拒绝了用户名或密码。',
  'Check both; leave the user name empty where Redis knows a password only.':
    '请检查用户名和密码；Redis 只设了密码时，用户名留空。',
  'Redis is starting up or busy with a script.': 'Redis 正在启动或正在执行脚本。',
  'Try again in a moment.': '请稍后重试。',
  'The user lacks the right to use this command or key.': '该用户无权使用此命令或键。',
  'Give it the stream commands (source) or write commands (target) on the key with ACL SETUSER.':
    '请用 ACL SETUSER 授予该键的流命令（源）或写命令（目标）。',
  'This Redis is a read-only replica.': '该 Redis 是只读副本。',
  'Write to the primary server.': '请写入主服务器。',
  'Redis has no memory left for writing.': 'Redis 内存不足，无法写入。',
  'Raise maxmemory or free keys; writing goes on by itself.': '请调大 maxmemory 或清理键；之后会自动继续写入。',
  'The key holds another kind of value.': '该键保存的是其他类型的值。',
  'Choose another key.': '请选择其他键。',
  'The key lies on another node of a Redis cluster.': '该键位于 Redis 集群的另一个节点。',
  'Clusters are not supported; connect to a single Redis or a proxy before the cluster.':
    '不支持集群；请连接单机 Redis 或集群前的代理。',
  'The stream or its consumer group has vanished.': '流或其消费组已不存在。',
  'Run the strategy again; the group is made anew.': '请重新运行方案，消费组会重新创建。',
  'Redis refused the command: {reason}.': 'Redis 拒绝了命令：{reason}。',
  'This Redis has no password, and one was given.': '该 Redis 没有设置密码，却填写了密码。',
  'Leave the password empty, or set one at the server.': '请清空密码，或在服务器上设置密码。',
  'Redis has no database of this number.': 'Redis 没有该编号的库。',
  'Choose a smaller number; Redis usually has 16, from 0 to 15.': '请用较小的编号；Redis 通常有 0 至 15 共 16 个库。',
  'The connection to Redis broke.': '与 Redis 的连接中断。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '连接会自动重建；若一直如此，请查看服务器日志。',
  'Whatever listens on this port gives no answer to Redis.': '该端口上的服务没有按 Redis 协议应答。',
  'The port does not speak the protocol of Redis.': '该端口不支持 Redis 协议。',
  'Check the port; Redis usually listens on 6379, and encrypted on 6380.':
    '请检查端口；Redis 通常监听 6379，加密为 6380。',
  'There is no stream {key}.': '没有名为 {key} 的流。',
  'Check the name and the number of the database; a stream is made by its first message.':
    '请检查名称和库编号；流由其第一条消息创建。',
  'The key was gone already.': '该键已不存在。',
  'The key field "{field}" has no value.': '主键字段“{field}”没有值。',
  'Map a field to it.': '请为它映射一个字段。',
  'Writing to {resource} needs key fields.': '写入 {resource} 需要主键字段。',
  'Choose the fields that identify a record; they become the end of the key in Redis.':
    '请选择标识数据的字段，它们会成为 Redis 键的结尾。',
  'The consumer group {group} was gone, and with it what it had not acknowledged. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.':
    '消费组 {group} 已不存在，它未确认的记录也随之丢失。从最后落地的消息之后继续读取；流在此前丢失了什么无法得知。',
  'The stream {key} removed messages before they were read.': '流 {key} 在消息被读取之前就清除了它们。',
  'The stream {key} removed {count} messages before they were read.': '流 {key} 有 {count} 条消息在读取之前已被清除。',
  'The message has the field "{field}" twice, and one of the values would be lost.':
    '此消息中字段“{field}”出现两次，其中一个值会丢失。',
  'Ask the sender for an entry of its own for each message.': '请发送方为每条消息单独写一个条目。',
  'The stream removed this message after it was given out and before it was acknowledged.':
    '此消息在投递之后、确认之前已被流清除。',
}
