import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The server refused the user name or the password.': '服务器拒绝了用户名或密码。',
  'Check both, and whether the server lets this user sign in without encryption.':
    '请检查两者，以及服务器是否允许此用户不加密登录。',
  'The server takes no more sessions at the moment.': '服务器目前不接受更多会话。',
  'It is tried again by itself; if this stays, have the number of sessions of this user raised.':
    '会自动重试；若一直如此，请提高此用户的会话数上限。',
  'The server wants another encryption, or any at all.': '服务器要求另一种加密，或要求加密。',
  'Choose to encrypt; old servers want it implicit, at port 990.': '请选择加密；旧服务器使用隐式加密，端口 990。',
  'The server does not encrypt in this way.': '服务器不支持这种加密方式。',
  'Choose another encryption; old servers want it implicit, at port 990.':
    '请选择另一种加密方式；旧服务器使用隐式加密，端口 990。',
  'The certificate of {host}:{port} is not trusted, or it is for another name.':
    '{host}:{port} 的证书不受信任，或属于另一个名称。',
  'Enter the authority that signed it, or do not check the certificate.': '请填写签发它的 CA 证书，或不校验证书。',
  '{host}:{port} does not speak FTP with us.': '{host}:{port} 无法用 FTP 通信。',
  'Check the port and the encryption; SFTP is another protocol and usually at port 22.':
    '请检查端口和加密方式；SFTP 是另外的协议，通常为 22 端口。',
  'The connection to the server broke, or it said nothing for a minute.': '与服务器的连接中断，或一分钟没有应答。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '会自动重新连接；若一直如此，请查看服务器日志。',
  'The transfer was stopped.': '传输已中止。',
  'The server names no port for its files.': '服务器没有给出传输文件的端口。',
  'Ask its administrator to allow passive transfers.': '请服务器管理员允许被动模式传输。',
  'The server has no directory {path} that this user may enter.': '服务器上没有此用户可以进入的目录 {path}。',
  'Check the directory; many servers show users a root of their own.': '请检查目录；许多服务器为用户显示各自的根目录。',
  'There is no {path} on the server, or the user may not do this with it.': '服务器上没有 {path}，或用户无权这样操作。',
  'It may have been moved or deleted; else give the user the right to read and write there.':
    '它可能已移动或删除；否则请授予用户读写权限。',
  'The server has no room left for this user.': '服务器上此用户的空间已满。',
  'Free some space or raise the quota; writing goes on by itself.': '请释放空间或提高配额；写入会自动继续。',
  'The server refused to work on {path} (FTP {code}).': '服务器拒绝处理 {path}（FTP {code}）。',
  'Look at the log of the server.': '请查看服务器日志。',
  'If it is to be so, the administrator of the server gives this user the right.':
    '如需此权限，请服务器管理员授予此用户。',
  '{count} files and folders are listed': '可列出 {count} 个文件和文件夹',
  'shows when the first file is written': '写入第一个文件时才能确定',
  'The server says more than any FTP server has to say, or takes too long to say it.':
    '服务器的应答没有尽头，或迟迟说不完。',
}
