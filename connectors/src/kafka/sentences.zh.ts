import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The user lacks the right to this topic.': '该用户无权使用此主题。',
  'Give it Describe and Read (source) or Write (target) on the topic with kafka-acls.':
    '请用 kafka-acls 授予该主题的 Describe 与 Read（源）或 Write（目标）权限。',
  'The cluster is choosing a leader or a coordinator.': '集群正在选举主副本或协调节点。',
  'It goes on by itself; if this stays, look at the state of the partitions.':
    '会自动继续；若一直如此，请检查分区状态。',
  'The message is larger than the topic takes.': '消息超过该主题允许的大小。',
  'Send fewer fields, or raise max.message.bytes of the topic.': '请减少发送的字段，或调大该主题的 max.message.bytes。',
  'Too few replicas are in step to take a message.': '同步副本不足，无法写入消息。',
  'It goes on by itself when min.insync.replicas are there again.':
    '同步副本数恢复到 min.insync.replicas 后会自动继续。',
  'The cluster takes no consumer group of this name.': '集群不接受此名称的消费组。',
  'Choose another name in the source.': '请在源端换一个名称。',
  'Other consumers are at work in this consumer group.': '该消费组中有其他消费者正在工作。',
  'Choose a group of its own in the source.': '请在源端使用单独的消费组。',
  'The user lacks the right to this consumer group.': '该用户无权使用此消费组。',
  'Give it Read on the group with kafka-acls, or choose another group.':
    '请用 kafka-acls 授予该消费组的 Read 权限，或换一个消费组。',
  'The broker does not know this way to sign in.': '代理节点不支持这种登录方式。',
  'Choose one that sasl.enabled.mechanisms of the broker names.':
    '请选择代理节点 sasl.enabled.mechanisms 中列出的方式。',
  'The broker asks for no sign-in on this port.': '代理节点的这个端口不要求登录。',
  'Leave the user name empty, or use the port for SASL.': '请清空用户名，或使用 SASL 端口。',
  'The broker refused the user name or the password.': '代理节点拒绝了用户名或密码。',
  'Check both, and the way to sign in.': '请检查用户名、密码和登录方式。',
  'The cluster refused the request: {reason}.': '集群拒绝了请求：{reason}。',
  'Look at the log of the broker.': '请查看代理节点的日志。',
  'The connection to the broker broke.': '与代理节点的连接中断。',
  'It is made again by itself; if this stays, look at the log of the broker.':
    '连接会自动重建；若一直如此，请查看代理节点的日志。',
  'The broker hung up; it may ask for a sign-in.': '代理节点断开了连接，可能要求登录。',
  'Enter user name and password, and choose the way to sign in.': '请填写用户名和密码，并选择登录方式。',
  'The broker gives no answer.': '代理节点没有应答。',
  'Try again later; if this stays, look at the log of the broker.': '请稍后重试；若一直如此，请查看代理节点的日志。',
  'The port does not speak the protocol of Kafka.': '该端口不支持 Kafka 协议。',
  'Check port and encryption, and whether the broker asks for a sign-in; Kafka usually listens on 9092, and on 9093 for encrypted connections.':
    '请检查端口、加密方式以及代理节点是否要求登录；Kafka 通常监听 9092，加密为 9093。',
  'The broker is older than Kafka 2.3.': '代理节点的版本早于 Kafka 2.3。',
  'Connect to a newer cluster.': '请连接较新的集群。',
  'The cluster has {count} brokers, and they cannot all be behind one address.':
    '集群有 {count} 个代理节点，不可能都在同一个地址之后。',
  'Let the brokers advertise addresses that can be reached from here, and choose those.':
    '请让代理节点公布从这里可以访问的地址，并选择使用公布的地址。',
  'There is no topic {topic}.': '没有名为 {topic} 的主题。',
  'Check the name and the rights of the user, or create the topic first.': '请检查名称和用户权限，或先创建该主题。',
  'The stored place in partition {partition} of {topic} lies behind its end: the topic was made anew.':
    '{topic} 第 {partition} 分区的续传位置超出了其末尾：该主题被重新创建过。',
  'Reset the consumer group or choose another one, and run the strategy anew.':
    '请重置消费组或换一个，然后重新运行方案。',
  'A batch of messages in partition {partition} of {topic} cannot be read.':
    '{topic} 第 {partition} 分区中有一批消息无法读取。',
  'Look at the offset with a tool of Kafka; the log of the broker may be damaged.':
    '请用 Kafka 工具查看该位置；代理节点的日志文件可能已损坏。',
  'The topic {topic} removed {count} messages of partition {partition} before they were read.':
    '主题 {topic} 第 {partition} 分区有 {count} 条消息在读取之前已被清除。',
  'The topic {topic} has {count} more partitions; they are read as well.':
    '主题 {topic} 新增了 {count} 个分区，也会一并读取。',
  'The stored place of this topic is not one of its own.': '保存的续传位置不属于该主题。',
  'Run the strategy anew: it goes on from where its consumer group was committed.':
    '请重新运行方案：会从消费组已提交的位置继续。',
  'The message is larger than 8 MiB and was left out.': '消息超过 8 MiB，未读取其内容。',
  'Send large contents through files, and their addresses through the topic.':
    '请通过文件传递大内容，只在主题中传递其地址。',
  'The message takes a record away, and its key has the name {path} twice, so that one of the values would be lost.':
    '该消息表示删除，但其键中的名称 {path} 出现两次，其中一个值会丢失。',
  'The message takes a record away, and its key does not name the key fields.':
    '该消息表示删除，但其键没有给出主键字段。',
  'Choose one key field, or let the sender write the key as JSON with all key fields.':
    '请只选一个主键字段，或让发送方把全部主键字段以 JSON 写入键。',
  'The key field "{field}" has no value.': '主键字段“{field}”没有值。',
  'Map a field to it.': '请为它映射一个字段。',
  'A message without a key cannot take a record away.': '没有键的消息无法表示删除。',
  'Choose the field with the key, or key fields, in the target.': '请在目标端选择键字段或主键字段。',
  'The message was held back, because one before it in its partition did not surely arrive.':
    '同一分区中前面的消息未能确认送达，因此该消息暂未发送。',
  'It is sent again by itself.': '会自动再次发送。',
}
