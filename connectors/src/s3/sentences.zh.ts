import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The store refused the access key or its signature.': '存储服务拒绝了 访问密钥或其签名。',
  'Check access key ID and secret access key, and that the region is the one of the endpoint.':
    '请检查 访问密钥 ID 和 Secret，以及区域是否与服务地址一致。',
  'The store asks for fewer requests or is out of order for the moment.': '存储服务要求减少请求，或暂时无法工作。',
  'It is tried again by itself.': '会自动重试。',
  'The store signs for another region.': '存储服务使用的是另一个区域。',
  'Enter the region of the endpoint.': '请填写服务地址所在的区域。',
  'The clocks of the store and of this machine differ too much, so no signature is valid.':
    '存储服务与本机的时钟相差过大，任何签名都无效。',
  'The operator sets the clock of this machine.': '请系统管理员校准本机时钟。',
  'There is no bucket of this name.': '没有这个名称的存储桶。',
  'Check name, endpoint and region, and whether the bucket belongs into the path.':
    '请检查名称、服务地址和区域，以及存储桶是否应写在路径中。',
  'The bucket lies in another region than the endpoint.': '存储桶与服务地址不在同一区域。',
  'Enter the endpoint and the region of the bucket.': '请填写存储桶所在的服务地址和区域。',
  'The access key may not do this.': '访问密钥没有此项权限。',
  'Give it the right to list the bucket and to read and write its objects.': '请授予它列出存储桶、读写其中对象的权限。',
  'The store has no room left.': '存储空间已满。',
  'Free some space or raise the quota; writing goes on by itself.': '请腾出空间或提高配额，写入会自动继续。',
  'What answers at the endpoint is no S3 store (HTTP {status}).': '服务地址上应答的不是 S3 存储（HTTP {status}）。',
  'Check the endpoint; the port of an administration page is another one.': '请检查服务地址；管理页面的端口与它不同。',
  'The store refused the request: {code} (HTTP {status}).': '存储服务拒绝了请求：{code}（HTTP {status}）。',
  'Look the code up in the documents of the store.': '请在存储服务的文档中查找该代码。',
  '{name} is stored compressed (Content-Encoding), so its parts cannot be read.':
    '{name} 以压缩形式存储（Content-Encoding），无法分段读取。',
  'Store it without Content-Encoding.': '请不带 Content-Encoding 存储。',
  'The list of objects that the store gave is not whole.': '存储服务给出的对象列表不完整。',
  'Check the endpoint; if it is right, the store or a proxy before it cuts answers.':
    '请检查服务地址；若无误，则是存储服务或其前面的代理截断了应答。',
  'The administrator of the bucket gives the access key this policy.': '请存储桶管理员为该访问密钥 设置此策略。',
  'there are no objects yet': '还没有对象',
  'objects are listed, but may not be read': '可以列出对象，但不能读取',
  'shows when the first object is written': '写入第一个对象时才能确定',
}
