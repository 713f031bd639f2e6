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
  'Paste an example message, or run the strategy: what it has read is shown from then on.':
    '请粘贴一条示例消息，或先运行方案：读到的数据此后即可查看。',
  'It is made again by itself; if this stays, look at the log of the broker.':
    '连接会自动重建；若一直如此，请查看消息服务的日志。',
  'The port does not speak AMQP 0-9-1.': '该端口不支持 AMQP 0-9-1。',
  'RabbitMQ usually listens on 5672, and on 5671 for encrypted connections.':
    'RabbitMQ 通常监听 5672，加密连接为 5671。',
  'There is no {name} in this virtual host.': '该虚拟主机中没有 {name}。',
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
}
