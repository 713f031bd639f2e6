import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The server refused the user name, the password or the key.': '服务器拒绝了用户名、密码或密钥。',
  'Check them, and that the server lets this user sign in in this way.':
    '请检查它们，以及服务器是否允许此用户以此方式登录。',
  '{where} does not speak SSH with us.': '{where} 无法用 SSH 通信。',
  'Check the port; SFTP usually listens on 22. FTP and FTPS are other protocols.':
    '请检查端口；SFTP 通常为 22。FTP 和 FTPS 是另外的协议。',
  'The server shows the host key {shown}, and none is entered here, so nobody knows whether it is the right server.':
    '服务器出示的主机密钥为 {shown}，而这里尚未填写，无法确定是不是正确的服务器。',
  'Compare it with the administrator of the server, then enter it as the fingerprint of the host key.':
    '请与服务器管理员核对，然后填入主机密钥指纹。',
  'The server shows the host key {shown}, which is not the one that is entered here; nothing was sent.':
    '服务器出示的主机密钥为 {shown}，与这里填写的不同；没有发送任何内容。',
  'Ask the administrator of the server whether the key was changed; enter the new fingerprint only then.':
    '请向服务器管理员确认密钥是否已更换，确认后再填入新的指纹。',
  'The private key cannot be read with this passphrase.': '用此口令无法读取私钥。',
  'Enter the whole text of the key, its first and last line too, and its passphrase.':
    '请填写密钥的完整文本（包括首行和末行）及其口令。',
  'The server lets the user sign in, but gives it no SFTP.': '服务器允许用户登录，但不提供 SFTP。',
  'Ask the administrator of the server to switch on the SFTP subsystem for this user.':
    '请服务器管理员为此用户启用 SFTP 子系统。',
  'The connection to the server broke.': '与服务器的连接中断了。',
  'It is made again by itself; if this stays, look at the log of the server.':
    '会自动重新连接；若一直如此，请查看服务器日志。',
  'The server has not answered for a minute.': '服务器已有一分钟没有应答。',
  'It is tried again by itself; if this stays, look at the load of the server.':
    '会自动重试；若一直如此，请查看服务器负载。',
  'The transfer was stopped.': '传输已中止。',
  'The server has no directory {path} that this user may enter.': '服务器上没有此用户可以进入的目录 {path}。',
  'Check the directory; many servers show users a root of their own.': '请检查目录；许多服务器为用户显示各自的根目录。',
  'The user may not do this with {path}.': '用户无权对 {path} 这样操作。',
  'Give the user the right to read and write there.': '请授予用户读写权限。',
  'There is no {path} on the server.': '服务器上没有 {path}。',
  'It may have been moved or deleted; choose another.': '它可能已移动或删除；请另选一个。',
  'The server refused to work on {path} (SFTP status {status}).': '服务器拒绝处理 {path}（SFTP 状态 {status}）。',
  'Look at the free space and at the log of the server.': '请查看服务器的剩余空间和日志。',
  'the directory can be listed; it holds no files yet': '目录可以列出；其中还没有文件',
  'files are listed, but may not be read': '可以列出文件，但不能读取',
  'shows when the first file is written': '写入第一个文件时才能确定',
  'If it is to be so, the administrator of the server runs this there.':
    '如需此权限，请服务器管理员在服务器上执行以下命令。',
}
