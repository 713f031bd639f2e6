import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The mail server refused the user name or the password.': '邮件服务器拒绝了用户名或密码。',
  'Check both; many services want an app password, and IMAP to be switched on for the mailbox.':
    '请检查两者；许多邮箱要求使用授权码，并需在邮箱设置中开启 IMAP。',
  '{where} offers no encrypted connection that can be trusted.': '{where} 没有提供可信任的加密连接。',
  'Check encryption, port and certificate; a server of your own network may have a self-signed one.':
    '请检查加密方式、端口和证书；内网服务器可能使用自签名证书。',
  '{where} does not speak IMAP with us.': '{where} 无法用 IMAP 通信。',
  'Check the port, and whether it wants TLS from the start.': '请检查端口，以及是否需要从一开始就使用 TLS。',
  'The mail server refused a command: {answer}.': '邮件服务器拒绝了命令：{answer}。',
  'Check the filters of the source; else look at the log of the server.': '请检查源的筛选条件；否则请查看服务器日志。',
  'The mail server takes no more sessions of this user at the moment.': '邮件服务器目前不接受此用户的更多会话。',
  'It is tried again by itself; if this stays, close other mail programs or have the limit raised.':
    '会自动重试；若一直如此，请关闭其他邮件程序或提高上限。',
  'The connection to the mail server broke, or it said nothing for a minute.':
    '与邮件服务器的连接中断，或一分钟没有应答。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '会自动重新连接；若一直如此，请查看服务器日志。',
  'The mail server sent an answer that is larger than any mail needs.': '邮件服务器的应答过大，超出任何邮件的需要。',
  'Look at the log of the server; it may be damaged.': '请查看服务器日志；它可能已损坏。',
  'Reading the mailbox was stopped.': '读取邮箱已中止。',
  'There is no folder {path} in the mailbox that holds mails.': '邮箱中没有可存放邮件的文件夹 {path}。',
  'Choose one of the listed folders; it may have been renamed or deleted.': '请选择列出的文件夹；它可能已改名或删除。',
  'The mail server has numbered the folder {path} anew while it was being read.':
    '读取期间，邮件服务器对文件夹 {path} 重新编号。',
  'Start a new run; mails that were taken already are recognised where message_id is the key.':
    '请重新运行；以 message_id 为主键时，已读取的邮件会被识别。',
  'Mails have no order by the field {field}.': '邮件不能按字段 {field} 排序。',
  'Choose {fields} as the increment field, or switch off the increment.': '请选择 {fields} 作为增量字段，或关闭增量。',
  'The bound {text} is no place in a mailbox.': '边界 {text} 不是邮箱中的位置。',
  'Run everything once; the bound is found again by that.': '请完整运行一次，边界会重新确定。',
  'The text of the mail has {size} MiB; more than 8 MiB are not read.':
    '邮件正文有 {size} MiB；超过 8 MiB 的正文不读取。',
  'Have so long a content sent as an attachment.': '请让发件方以附件发送如此长的内容。',
  'What the mail consists of cannot be read: it has too many parts or too deep ones, or it is damaged.':
    '无法读取邮件的组成：各部分过多或嵌套过深，或邮件已损坏。',
  'Open it in a mail program; if it matters, have it sent again.': '请用邮件程序打开；如有需要，请让发件方重新发送。',
  'The attachment {name} has more than 512 MiB.': '附件 {name} 超过 512 MiB。',
  'Have it sent in smaller files, or by a file server.': '请让发件方拆成较小的文件，或通过文件服务器传送。',
  '{count} folders are listed': '可列出 {count} 个文件夹',
  'Attachments left out because of their name or ending: {count} ({examples}).':
    '因文件名或扩展名而未读取的附件：{count}（{examples}）。',
}
