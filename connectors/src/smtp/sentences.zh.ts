import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The mail server refused the user name or the password.': '邮件服务器拒绝了用户名或密码。',
  'Check both; many services want an app password, and SMTP to be switched on for the mailbox.':
    '请检查两者；许多服务要求使用授权码，并为邮箱开启 SMTP。',
  '{where} offers no encrypted connection that can be trusted.': '{where} 没有提供可信的加密连接。',
  'Check encryption, port and certificate; a server of your own network may have a self-signed one.':
    '请检查加密方式、端口和证书；内网服务器可能使用自签名证书。',
  '{where} does not speak SMTP with us.': '{where} 无法用 SMTP 通信。',
  'Check the port, and whether it wants TLS from the start.': '请检查端口，以及是否要求从一开始就使用 TLS。',
  'The mail server takes no mails right now: {answer}.': '邮件服务器暂不接收邮件：{answer}。',
  'They are sent again by themselves; if this stays, look at its limits of mails an hour.':
    '会自动重新发送；若一直如此，请查看其每小时的发送限额。',
  'The connection to the mail server broke before the mail was handed over.':
    '邮件交付之前，与邮件服务器的连接中断了。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '会自动重新连接；若一直如此，请查看服务器日志。',
  'The mail server refused the mail: {answer}.': '邮件服务器拒绝了邮件：{answer}。',
  'Correct the recipients or the content, then process the record again.': '请更正收件人或内容，然后重新处理该数据。',
  'The mail went to the other recipients, but the server refused {addresses}.':
    '邮件已发给其他收件人，但服务器拒绝了 {addresses}。',
  'Correct the address and send the mail to it alone; the others have it already.':
    '请更正地址并只向它发送；其他人已经收到。',
  'The mail server did not confirm the mail, so it may have been sent or not.':
    '邮件服务器没有确认邮件，可能已发出，也可能没有。',
  'Ask a recipient or look into the log of the server, then confirm the record or process it again.':
    '请询问收件人或查看服务器日志，然后确认该数据或重新处理。',
  'There is no {id} here; a mail server takes mails only.': '这里没有 {id}；邮件服务器只接收邮件。',
  'Choose the resource mail.': '请选择资源 mail。',
  'The mail has no recipient.': '邮件没有收件人。',
  'Map a field with an address to it.': '请把含有地址的字段映射给它。',
  'The mail has more than {max} recipients.': '邮件的收件人超过 {max} 个。',
  'Make several records of it.': '请拆成多条数据。',
  'A mail has no field {name}.': '邮件没有字段 {name}。',
  'Map to one of {names}.': '请映射到其中之一：{names}。',
  'The field {name} of a mail takes text only.': '邮件的字段 {name} 只接受文本。',
  'Change the value in the mapping.': '请在映射中改变这个值。',
  '{shown} is no mail address.': '{shown} 不是邮件地址。',
  'Write name@example.com, several with commas between.': '请写成 name@example.com，多个之间用逗号分隔。',
  'sender and recipients are judged with each mail': '发件人和收件人在每封邮件发送时判断',
}
