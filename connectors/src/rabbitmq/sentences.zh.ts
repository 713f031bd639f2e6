import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The broker refused the user name or the password.': '消息服务拒绝了用户名或密码。',
  'Check both; the user guest may sign in from the machine of the broker only.':
    '请检查用户名和密码；guest 用户只能从消息服务所在机器登录。',
  'The virtual host does not exist, or this user may not enter it.': '虚拟主机不存在，或该用户无权进入。',
  'Check its name, and give the user rights with rabbitmqctl set_permissions.':
    '请检查名称，并用 rabbitmqctl set_permissions 授权。',
  'Another connection uses the queue exclusively.': '该队列被另一个连接独占使用。',
  'End the other consumer, or use a queue of your own.': '请结束另一个消费者，或使用单独的队列。',
  'The user lacks the right to do this.': '该用户没有执行此操作的权限。',
  'Give the user configure, read (source) and write (target) rights with rabbitmqctl set_permissions.':
    '请用 rabbitmqctl set_permissions 授予 configure、read（源）和 write（目标）权限。',
  'The connection to the broker broke.': '与消息服务的连接中断。',
  '{waiting} messages wait in {queue}. RabbitMQ counts every look at one as a delivery, so none is taken for a look.':
    '队列 {queue} 中有 {waiting} 条消息等待。RabbitMQ 把每次查看都计为一次投递，因此不取消息预览。',
  'Type the names of its fields into the mapping, or run the strategy: what it has read is shown from then on.':
    '请在映射里直接输入字段名，或先运行方案：读到的数据此后即可查看。',
  'It is made again by itself; if this stays, look at the log of the broker.':
    '连接会自动重建；若一直如此，请查看消息服务的日志。',
  'The port does not speak AMQP 0-9-1.': '该端口不支持 AMQP 0-9-1。',
  'RabbitMQ usually listens on 5672, and on 5671 for encrypted connections.':
    'RabbitMQ 通常监听 5672，加密连接为 5671。',
  'There is no {name} in this virtual host.': '该虚拟主机中没有 {name}。',
  'The queue {queue} was deleted while it was read; what still waited in it is gone.':
    '队列 {queue} 在读取时被删除，其中尚未读取的消息已丢失。',
  'Declare it again at the broker, have sent again what was lost, then start the strategy.':
    '请在消息服务中重新声明该队列，让发送方补发丢失的消息，然后启动方案。',
  'Check the name, or declare it at the broker first.': '请检查名称，或先在消息服务中声明。',
  'No queue took the message ({reason}).': '没有队列接收该消息（{reason}）。',
  'Bind a queue to the exchange for this routing key, then process the record again.':
    '请为该路由键把队列绑定到交换机，然后重新处理该数据。',
  'The broker did not take the message; its queue may be full.': '消息服务没有接收该消息，队列可能已满。',
  'Look at the limits of the queue; the message is sent again by itself.': '请检查队列的上限；消息会自动重发。',
  'The broker did not confirm the message, so it may be there or not.': '消息服务没有确认该消息，无法判断是否已写入。',
  'Look for its message id in the queue, then confirm the record or process it again.':
    '请在队列中查找其消息编号，然后确认该数据或重新处理。',
  'The exchange has no name.': '交换机没有名称。',
  'Write exchange: and the name of the exchange, or the name of a queue.': '请填写 exchange:交换机名称，或队列名称。',
  'The queue {queue} is a stream. It is read from places, not taken from, and this connector would miss what it holds.':
    '队列 {queue} 是流（stream）：按位置读取而不取走，本连接器会漏掉其中已有的消息。',
  'Bind a queue (classic or quorum) to the same exchange and read that.':
    '请把一个队列（经典或仲裁）绑定到同一交换机，改读该队列。',
  'The broker did not tell which limits the queue {queue} has; a user with the configure right on it may see them.':
    '消息服务未告知队列 {queue} 的上限；对其有 configure 权限的用户可以看到。',
  'The queue {queue} keeps {maxLength} messages at most and drops its oldest beyond that (x-max-length): what comes while nobody reads may be lost.':
    '队列 {queue} 最多保留 {maxLength} 条消息，超出时丢弃最旧的（x-max-length）：无人读取期间到达的消息可能丢失。',
  'The queue {queue} keeps {maxBytes} bytes at most and drops its oldest beyond that (x-max-length-bytes); the broker does not tell its readers when that happens.':
    '队列 {queue} 最多保留 {maxBytes} 字节，超出时丢弃最旧的（x-max-length-bytes）；发生时消息服务不告知读取方。',
  'The queue {queue} refuses messages when it is full (x-overflow): senders that do not wait for a confirmation lose them.':
    '队列 {queue} 满时拒收消息（x-overflow）：不等待确认的发送方会丢失消息。',
  'The queue {queue} drops messages that have waited {messageSeconds} s (x-message-ttl).':
    '队列 {queue} 丢弃等待超过 {messageSeconds} 秒的消息（x-message-ttl）。',
  'The queue {queue} is deleted with its messages once nobody has read it for {queueSeconds} s (x-expires).':
    '队列 {queue} 在 {queueSeconds} 秒无人读取后连同消息一起删除（x-expires）。',
  'The queue {queue} drops a message that was delivered more than {deliveries} times and not acknowledged (x-delivery-limit).':
    '队列 {queue} 丢弃投递超过 {deliveries} 次仍未确认的消息（x-delivery-limit）。',
  'What the queue {queue} drops goes to the exchange {exchange}, and is not read from here.':
    '队列 {queue} 丢弃的消息会转到交换机 {exchange}，此处不读取。',
  'The queue {queue} is deleted with its messages when its last reader leaves (auto-delete).':
    '队列 {queue} 在最后一个读取方离开时连同消息一起删除（auto-delete）。',
  'The queue {queue} and its messages do not outlive a restart of the broker (not durable).':
    '队列 {queue} 及其消息在消息服务重启后不保留（非持久）。',
  'Limits that a policy of the broker sets for the queue {queue} are not told to its readers; rabbitmqctl list_queues name policy shows which one holds.':
    '消息服务以策略（policy）为队列 {queue} 设置的上限不告知读取方；可用 rabbitmqctl list_queues name policy 查看。',
  'The queue {queue} was full: {waiting} messages waited, it keeps {most} and drops its oldest. Some may be lost.':
    '队列 {queue} 已满：有 {waiting} 条消息等待，它最多保留 {most} 条并丢弃最旧的，可能已有消息丢失。',
  '{waiting} messages wait in the queue {queue}, and the broker gives none of them: another reader comes first.':
    '队列 {queue} 中有 {waiting} 条消息等待，但消息服务一条也不给：另有读取方优先。',
  'End the other reader, or give this strategy a queue of its own.': '请结束另一个读取方，或为本方案使用单独的队列。',
}
