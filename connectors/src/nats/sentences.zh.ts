import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'NATS refused the user name, the password or the credentials.': 'NATS 拒绝了用户名、密码或凭据。',
  'Check the sign-in; a password without a user name counts as a token.':
    '请检查登录信息；只填密码、不填用户名时作为令牌使用。',
  'The credentials have expired.': '凭据已过期。',
  'Enter new ones.': '请填写新的凭据。',
  'The user may not use this subject.': '该用户无权使用此主题。',
  'Allow it $JS.API.> and _INBOX.>, $JS.ACK.> for reading, and the subject itself for writing.':
    '读取需允许 $JS.API.>、_INBOX.> 和 $JS.ACK.>，写入需允许该主题本身。',
  'JetStream is not switched on for this account.': '该账户没有启用 JetStream。',
  'Start the server with -js, or give the account JetStream limits.':
    '请以 -js 启动服务，或为该账户设置 JetStream 限额。',
  'NATS did not answer in time.': 'NATS 没有及时应答。',
  'Check that a NATS server listens on this port, and its load.': '请检查该端口是否为 NATS 服务，以及其负载。',
  'The connection to NATS broke.': '与 NATS 的连接中断。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '连接会自动重建；若一直如此，请查看服务器日志。',
  'The port does not speak the protocol of NATS.': '该端口不支持 NATS 协议。',
  'Check the port; NATS usually listens on 4222.': '请检查端口；NATS 通常监听 4222。',
  'The certificate of the server is not trusted.': '服务器证书不受信任。',
  'Give the CA certificate, or correct the host name.': '请提供 CA 证书，或更正主机名。',
  'The server does not offer an encrypted connection.': '服务器不提供加密连接。',
  'Set encryption to off, or switch TLS on at the server.': '请关闭加密，或在服务器上启用 TLS。',
  'There is no stream {name}.': '没有名为 {name} 的流。',
  'Check the name, or make the stream at the server first.': '请检查名称，或先在服务器上创建该流。',
  'No stream keeps the subject {subject}.': '没有流保存主题 {subject}。',
  'Add the subject to a stream, or check its spelling.': '请把该主题加入某个流，或检查拼写。',
  'NATS {version}, {count} streams': 'NATS {version}，{count} 个流',
  'The stream has this message already.': '流中已有该消息。',
  'No stream keeps this subject.': '没有流保存该主题。',
  'Add the subject to a stream, then process the record again.': '请把该主题加入某个流，然后重新处理该数据。',
  'NATS cannot take the message: {reason}.': 'NATS 无法接收该消息：{reason}。',
  'The stream refused the message: {reason}.': '流拒绝了该消息：{reason}。',
  'The consumer {consumer} was gone. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.':
    '消费者 {consumer} 已不存在。从最后落地的消息之后继续读取；流在此前丢失了什么无法得知。',
  'The stream {stream} was made anew: it is read from its first message, and what the old one still held is lost.':
    '流 {stream} 被重新创建：从它的第一条消息开始读取，原来的流中剩余的内容已丢失。',
  'The stream {stream} removed {count} messages before they were read.':
    '流 {stream} 有 {count} 条消息在读取之前已被清除。',
  'The stream {stream} removed up to {count} messages of this subject before they were read.':
    '流 {stream} 有至多 {count} 条该主题的消息在读取之前已被清除。',
  'The stream {stream} refuses messages when it is full (discard new).': '流 {stream} 满时拒收消息（discard new）。',
  'The stream {stream} keeps {messages} messages at most and removes its oldest beyond that (max_msgs).':
    '流 {stream} 最多保留 {messages} 条消息，超出时删除最旧的（max_msgs）。',
  'The stream {stream} keeps {bytes} bytes at most and removes its oldest beyond that (max_bytes).':
    '流 {stream} 最多保留 {bytes} 字节，超出时删除最旧的（max_bytes）。',
  'The stream {stream} keeps {each} messages of each subject (max_msgs_per_subject).':
    '流 {stream} 对每个主题只保留 {each} 条消息（max_msgs_per_subject）。',
  'The stream {stream} removes messages that are older than {seconds} s (max_age).':
    '流 {stream} 删除超过 {seconds} 秒的消息（max_age）。',
  'The stream {stream} lies in memory and does not outlive a restart of the server.':
    '流 {stream} 保存在内存中，服务器重启后不保留。',
}
