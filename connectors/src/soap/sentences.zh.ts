import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  '{url} is no usable WSDL: {why}.': '{url} 不是可用的 WSDL：{why}。',
  'Check the address; it often ends with ?wsdl.': '请检查地址，通常以 ?wsdl 结尾。',
  'The answer of {name} could not be read as SOAP: {message}.': '{name} 的应答不是可读的 SOAP：{message}。',
  'Check the address of the service; a sign-in page or a proxy may stand in front of it.':
    '请检查服务地址；前面可能有登录页或代理。',
  '{url} could not be fetched (HTTP {status}).': '无法获取 {url}（HTTP {status}）。',
  'The WSDL names a service on another host: {endpoint}.': 'WSDL 中的服务在另一台主机上：{endpoint}。',
  'A WSDL from a file needs the address of its service.': '使用 WSDL 文件时必须填写服务地址。',
  'The file of the WSDL is too large.': 'WSDL 文件太大。',
  'The file of the WSDL needs {url} as well.': 'WSDL 文件还需要 {url}。',
  'Use a file that has everything and is smaller than 8 MB, or the address of the WSDL.':
    '请使用包含全部内容且小于 8 MB 的文件，或改用 WSDL 地址。',
  'Write the address of the service yourself if it may have the credentials.':
    '如果允许把凭证发给它，请自己填写服务地址。',
  'The WSDL has no operation {name}.': 'WSDL 中没有操作 {name}。',
  'Choose one of the list.': '请从列表中选择。',
  '{size} operations in the WSDL': 'WSDL 中有 {size} 个操作',
}
