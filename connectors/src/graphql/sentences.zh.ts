import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The schema of the service has no {name} that can be read without a query of your own.':
    '接口的结构中没有不写查询即可读取的 {name}。',
  'The schema of the service has no {name} that can be written without a query of your own.':
    '接口的结构中没有不写变更即可写入的 {name}。',
  'Choose another, or write the query or mutation yourself.': '请另选一个，或自己写查询或变更。',
  'The service tells nothing about its schema, so nothing can be made from it.': '该服务不公开其结构，无法由此生成。',
  'Write the query or mutation yourself.': '请自己写查询或变更。',
  'The variables are no JSON object.': '变量不是 JSON 对象。',
  'Write an object; placeholders stand inside quotes: {"since": "{{from}}"}.':
    '请写一个对象；占位符写在引号内：{"since": "{{from}}"}。',
  'What answers at this address is no GraphQL service (HTTP {status}).':
    '此地址上的服务不是 GraphQL 服务（HTTP {status}）。',
  'Check the whole address with its path, which often ends with /graphql.':
    '请检查包含路径的完整地址，通常以 /graphql 结尾。',
  'The service refused the credentials (HTTP {status}).': '服务拒绝了凭证（HTTP {status}）。',
  'Check the token and its rights, and the way of authentication.': '请检查令牌及其权限，以及认证方式。',
}
