import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The broker refused the user name or the password.': '消息服务拒绝了用户名或密码。',
  'Check both.': '请检查两者。',
  'The user may not do this.': '该用户无权执行此操作。',
  'Let the user read (source) or write (target) the topic at the broker.':
    '请在消息服务中允许该用户读取（源）或写入（目标）该主题。',
  'The broker does not take this client id.': '消息服务不接受该客户端标识。',
  'Choose another client id.': '请换一个客户端标识。',
  'The broker takes no connections right now.': '消息服务暂时不接受连接。',
  'Try again in a moment.': '请稍后重试。',
  'The broker does not speak this version of MQTT.': '消息服务不支持该 MQTT 版本。',
  'Choose the other version of the protocol in the connector.': '请在连接器中选择另一个协议版本。',
  'The broker refused the connection (code {reason}).': '消息服务拒绝了连接（代码 {reason}）。',
  'Look at the log of the broker.': '请查看消息服务的日志。',
  'The broker refused the subscription to {topic}.': '消息服务拒绝订阅 {topic}。',
  'The connection to the broker broke.': '与消息服务的连接中断。',
  'It is made again by itself; if it breaks again and again, another client may use the same client id.':
    '连接会自动重建；若反复中断，可能有另一个客户端使用相同的客户端标识。',
  'The port does not speak MQTT.': '该端口不支持 MQTT。',
  'MQTT usually listens on 1883, and on 8883 for encrypted connections.': 'MQTT 通常监听 1883，加密连接为 8883。',
  '"{topic}" cannot be a topic to publish to.': '“{topic}”不能作为发布的主题。',
  'Topics to publish to have no + and no #, and are not empty.': '发布的主题不能含有 + 和 #，也不能为空。',
  'The message is larger than the {bytes} bytes that the broker takes.': '消息超过消息服务允许的 {bytes} 字节。',
  'Send fewer fields, or raise the limit of the broker.': '请减少发送的字段，或调大消息服务的上限。',
  'The broker refused the message (code {reason}).': '消息服务拒绝了该消息（代码 {reason}）。',
  'Check the right to publish to this topic and the quota of the broker.': '请检查发布该主题的权限和消息服务的配额。',
  'The broker had not kept the session of this strategy: what was sent while nobody was connected is lost.':
    '消息服务没有保留本方案的会话：断开期间发送的消息已丢失。',
  'The broker had not kept the session of this strategy: what was sent between {since}, when the last messages were read, and {until} may be lost.':
    '消息服务没有保留本方案的会话：{since}（上次读到消息）至 {until} 之间发送的消息可能丢失。',
  'The broker keeps the session of the topic {topic} for {keptSeconds} s while nobody is connected, not for the {keepSeconds} s asked for.':
    '无人连接时，消息服务只把主题 {topic} 的会话保留 {keptSeconds} 秒，而不是所要求的 {keepSeconds} 秒。',
  'The broker gives the topic {topic} with QoS 0 only: it keeps none of its messages while nobody is connected.':
    '消息服务只以 QoS 0 提供主题 {topic}：无人连接时不保留任何消息。',
  'Messages of the topic {topic} are sent with QoS 0: brokers keep none of them while nobody is connected, and give none again.':
    '主题 {topic} 的消息以 QoS 0 发送：无人连接时消息服务不保留，也不会重新投递。',
  'For a strategy that is away the broker keeps only so many messages of the topic {topic} (Mosquitto: max_queued_messages, 1000) and drops the rest without telling.':
    '方案不在线时，消息服务只为主题 {topic} 保留有限条消息（Mosquitto：max_queued_messages，1000），其余丢弃且不告知。',
}
