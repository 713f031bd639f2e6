import type { Sentences } from '@sluice/contract'
import { filesSentences } from './protocols/files/sentences.zh.ts'
import { httpSentences } from './protocols/http/sentences.zh.ts'
import { queueSentences } from './protocols/queue/sentences.zh.ts'
import { robotSentences } from './protocols/robot/sentences.zh.ts'
import { sqlSentences } from './protocols/sql/sentences.zh.ts'

/** What every connector may say through the kit. */
export const kitSentences: Sentences = {
  ...filesSentences,
  ...httpSentences,
  ...queueSentences,
  ...robotSentences,
  ...sqlSentences,

  // what a credential may do
  'there are no tables yet': '还没有表',
  'all {count} tables and views': '全部 {count} 张表和视图',
  'all {count} tables and views that the user sees': '用户可见的全部 {count} 张表和视图',
  'all {count} tables': '全部 {count} 张表',
  'all {count} tables that the user sees': '用户可见的全部 {count} 张表',
  '{count} of {total} tables and views; not: {names}': '{total} 张表和视图中的 {count} 张；不含：{names}',
  '{count} of {total} tables; not: {names}': '{total} 张表中的 {count} 张；不含：{names}',
  'the server is a read-only copy': '服务器是只读副本',
  'If they are to be read, an administrator of the database runs this.': '如需读取，请数据库管理员执行以下语句。',
  'If they are to be written, an administrator of the database runs this.': '如需写入，请数据库管理员执行以下语句。',
  'If tables are to be created from here, an administrator of the database runs this.':
    '如需在此建表，请数据库管理员执行以下语句。',
  'If changes are to be followed, an administrator of the server runs this.':
    '如需跟踪变更，请服务器管理员执行以下语句。',
  'If it is to be written, an administrator of this machine runs this.': '如需写入，请本机管理员执行以下命令。',
  'This user may choose {names}.': '此用户可选：{names}。',

  // egress
  'The connection was reset by {where}.': '{where} 重置了连接。',
  'The host name of {where} was not found.': '找不到 {where} 的主机名。',
  'The connection was refused by {where}: nothing listens there.': '连接被拒绝：{where} 上没有服务在监听。',
  'No way through the network leads to {where}.': '网络不可达：无法到达 {where}。',
  'Check that the host runs, and that network and firewall let this machine reach it.':
    '请确认主机已开机，且网络与防火墙允许本机访问。',
  'The connection timed out: {where} did not answer in time.': '连接超时：{where} 未在规定时间内应答。',
  'The certificate of {where} has expired.': '{where} 的证书已过期。',
  'Have the certificate renewed at the far system.': '请在对方系统更新证书。',
  'The certificate of {where} was made for another host name.': '{where} 的证书属于另一个主机名。',
  'Use the host name that the certificate was made for.': '请使用证书所属的主机名。',
  'The certificate of {where} is not trusted.': '{where} 的证书不受信任。',
  'Use a certificate of a known authority, or switch off verification for this connector.':
    '请使用受信任机构签发的证书，或为此连接器关闭证书校验。',
  'A secure connection to {where} could not be made.': '无法与 {where} 建立加密连接。',
  'The connection to {where} broke before the answer was complete.': '与 {where} 的连接在应答结束前断开。',
  'Try again; if it stays, a proxy or the server cuts the connection.':
    '请重试；若一直如此，说明代理或对方服务器切断了连接。',
  'The name of {where} could not be looked up right now.': '暂时无法解析 {where} 的域名。',
  'Check the name server of this machine.': '请检查本机的 DNS 服务器。',
  'Check the spelling of the host name.': '请检查主机名是否写对。',
  'Nothing answers at {where}.': '{where} 无应答。',
  'Check host and port, and that the service runs and its firewall lets this machine in.':
    '请检查主机与端口，并确认服务已启动、防火墙允许本机访问。',
  '{where} did not answer in time.': '{where} 未在规定时间内应答。',
  'Check host, port and firewall; a filtered port answers nothing.': '请检查主机、端口和防火墙；被过滤的端口不会应答。',
  'A secure connection to {where} could not be made ({code}).': '无法与 {where} 建立加密连接（{code}）。',
  'Use a valid certificate, check http against https, or switch off verification for this connector.':
    '请使用有效证书，检查 http 与 https 是否选对，或为此连接器关闭证书校验。',
  'The connection to {where} was stopped.': '与 {where} 的连接已中止。',
  '{host} is not a host name or address.': '{host} 不是主机名或 IP 地址。',
  'Write the host alone, without http:// and without a port.': '只填写主机，不要带 http:// 和端口。',
  '{host} is an address that is never called.': '{host} 属于禁止访问的地址。',
  '{host}:{port} belongs to Sluice itself.': '{host}:{port} 是本平台自身的地址。',
  '{host} is an address of this machine, which is not opened to tenants.': '{host} 是本机的地址，未对租户开放。',
  '{host} is in a private network that is not opened to tenants.': '{host} 位于未对租户开放的内网。',
  '{host} leads to a place that is not opened to tenants.': '{host} 指向的位置未对租户开放。',
  'Port {port} of {host} is not opened to tenants.': '{host} 的端口 {port} 未对租户开放。',
  'Give the address of the far system; this one cannot be opened by any setting.':
    '请填写外部系统的地址；此地址无法通过任何设置开放。',
  'Ask the operator to open {host}:{port}.': '请联系系统管理员开放 {host}:{port}。',
  'The call of {where} was stopped.': '对 {where} 的调用已中止。',
  '{where} is not a URL.': '{where~}不是有效的 URL。',
  '{where} must begin with http:// or https://.': '{where~}须以 http:// 或 https:// 开头。',
  '{where} carries a user name; credentials belong in the settings of the connector.':
    '{where~}中含有用户名；账号密码应填写在连接器的参数里。',
  'The address': '地址',
  'Correct the URL.': '请更正 URL。',
  '{where} redirects more than {count} times.': '{where} 重定向超过 {count} 次。',
  '{where} sends the request with its body on to {host}.': '{where} 要把带请求体的请求转给 {host}。',
  'Enter the final address of the service.': '请填写服务的最终地址。',
  'Try again later, ask for smaller pages, or raise the time limit.': '请稍后重试、减小每页条数，或放宽超时时间。',
  'The answer of {where} is packed in a way nobody asked for ({name}).':
    '{where} 的应答使用了未约定的压缩方式（{name}）。',
  'The answer of {where} is cut short or damaged ({name}).': '{where} 的应答不完整或已损坏（{name}）。',
  'Try again; if it stays, the server or a proxy in between damages its answers.':
    '请重试；若一直如此，说明服务器或中间代理损坏了应答。',
  'The answer of {where} is longer than {size} KiB.': '{where} 的应答超过 {size} KiB。',
  'Ask for smaller pages.': '请减小每页条数。',
  'The answer of {where} is not text in {charset}, as it says.': '{where} 的应答声明为 {charset}，内容却不是。',
  'The server must declare the charset it really uses; an answer cut inside a character heals by itself.':
    '服务器须声明实际使用的字符集；若只是截断在字符中间，重试后会自行恢复。',

  // values against a manifest; the label is found in the manifest
  'unknown parameter {field}': '未知参数 {field}',
  '{label} is required': '{label!}必填',
  '{label} must be a number': '{label!}须为数字',
  '{label} must be at least {min}': '{label!}不能小于 {min}',
  '{label} must be at most {max}': '{label!}不能大于 {max}',
  '{label} must be on or off': '{label!}须为开或关',
  '{label} must be a list': '{label!}须为列表',
  '{label} must be text': '{label!}须为文本',
  '{label} must be one of {options}': '{label!}须为以下之一：{options}',
  '{label} has the wrong form': '{label!}格式不正确',
  'The platform names {{{name}}}, which its app does not have.': '平台引用了 {{{name}}}，但应用配置中没有它。',
  'Correct the settings of the platform.': '请更正平台的设置。',
  'The certificate of {where} ({name}) expired on {day}.': '{where} 的证书（{name}）已于 {day} 过期。',
  'The certificate of {where} ({name}) was issued by {whose}, whose own expired on {day}.':
    '{where} 的证书（{name}）由 {whose} 签发，而后者的证书已于 {day} 过期。',
  'The certificate of {where} ({name}) is valid from {day} only.': '{where} 的证书（{name}）自 {day} 起才有效。',
  'Check the clocks of both machines, or have the certificate made anew.': '请检查双方机器的时钟，或重新签发证书。',
  'The certificate of {where} ({name}) is signed by itself.': '{where} 的证书（{name}）是自签名的。',
  'The certificate of {where} ({name}) was issued by {issuer}, which is not known here.':
    '{where} 的证书（{name}）由 {issuer} 签发，此处不认识该机构。',
  'Give the certificate of its authority (CA), or have the server use one of a known authority.':
    '请填写签发机构的证书（CA），或让服务器改用知名机构签发的证书。',
  'The certificate of {where} was made for {names}, not for {host}.':
    '{where} 的证书是为 {names} 签发的，不是为 {host}。',
  'Use a host name that the certificate was made for.': '请使用证书所签发的主机名。',
}
