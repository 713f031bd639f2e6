import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.assetVersion': {
    zh: 'API 资产没有这个版本',
    en: 'The API asset has no such version.',
    pt: 'O ativo de API não tem esta versão.',
  },
  'conflict.assetRunning': {
    zh: '正在被运行中的方案使用：{value}',
    en: 'Running strategies use it: {value}',
    pt: 'Estratégias em execução o utilizam: {value}',
  },
  'conflict.assetInUse': {
    zh: '仍被方案使用，不能删除：{value}',
    en: 'Strategies still use it, so it cannot be deleted: {value}',
    pt: 'Ainda há estratégias que o utilizam, por isso não pode ser excluído: {value}',
  },
  'invalid.assetSheet': {
    zh: '一个工作表最多 {value} 行，所选资产超出；请缩小筛选范围，或导出为 JSON、YAML',
    en: 'A sheet holds {value} rows, and these assets have more. Narrow the filter, or export them as JSON or YAML.',
    pt: 'Uma planilha comporta {value} linhas, e estes ativos têm mais. Restrinja o filtro ou exporte-os como JSON ou YAML.',
  },
  'invalid.asset': {
    zh: '接口定义有误：{value}',
    en: 'Check the API asset: {value}',
    pt: 'Verifique o ativo de API: {value}',
  },
  'invalid.assetRecords': {
    zh: '请求中的记录须是 JSON 对象的列表，如 [{"id": 1}]',
    en: 'Write the sent records as a JSON list of objects, such as [{"id": 1}].',
    pt: 'Escreva os registros enviados como uma lista JSON de objetos, como [{"id": 1}].',
  },
  'invalid.assetRecord': {
    zh: '要写入的记录须是一个 JSON 对象，如 {"id": 1}',
    en: 'Write the record as a JSON object, such as {"id": 1}.',
    pt: 'Escreva o registro como um objeto JSON, como {"id": 1}.',
  },
  'invalid.importOpenApi': {
    zh: '内容不是 OpenAPI 或 Swagger 文档，或其中没有接口',
    en: 'This is no OpenAPI or Swagger document, or it holds no interface.',
    pt: 'Isto não é um documento OpenAPI ou Swagger, ou não contém interfaces.',
  },
  'invalid.importPostman': {
    zh: '内容不是 Postman 集合，或其中没有请求',
    en: 'This is no Postman collection, or it holds no request.',
    pt: 'Isto não é uma coleção do Postman, ou não contém requisições.',
  },
  'invalid.importCurl': {
    zh: 'cURL 命令中没有请求地址',
    en: 'The cURL command has no address.',
    pt: 'O comando cURL não tem endereço.',
  },
  'invalid.importSample': {
    zh: '内容不是 JSON 对象或数组，不能作为响应样例；也可以粘贴 OpenAPI、Postman、cURL 或接口地址',
    en: 'A sample answer is a JSON object or list, and this is none; OpenAPI, Postman, cURL or an address can be pasted too.',
    pt: 'Um exemplo de resposta é um objeto ou lista JSON, e isto não é; também se pode colar OpenAPI, Postman, cURL ou um endereço.',
  },
  'invalid.importAssets': {
    zh: '内容不是本产品导出的接口，或其中没有接口',
    en: 'This is no export of API assets from this product, or it holds none.',
    pt: 'Isto não é uma exportação de ativos de API deste produto, ou não contém nenhum.',
  },
  'invalid.importSheet': {
    zh: '表格中没有字段：每行须有字段标识',
    en: 'The sheet holds no field: each row needs the key of one.',
    pt: 'A planilha não contém campos: cada linha precisa do identificador de um.',
  },
  'invalid.importWsdl': {
    zh: 'WSDL 不作为 API 资产导入：请用它新建 SOAP 连接器，其中的操作会自动列出',
    en: 'A WSDL is not imported as API assets: make a SOAP connector with it, and its operations are listed by themselves.',
    pt: 'Um WSDL não é importado como ativos de API: crie um conector SOAP com ele, e as operações são listadas sozinhas.',
  },
  'invalid.importXml': {
    zh: 'XML 与网页不能导入为 API 资产：请粘贴 OpenAPI、Postman、cURL、接口地址或 JSON 响应样例；SOAP 服务请粘贴它的 WSDL',
    en: 'XML and web pages are not imported as API assets: paste OpenAPI, Postman, cURL, an address or a sample answer in JSON; of a SOAP service its WSDL.',
    pt: 'XML e páginas web não são importados como ativos de API: cole OpenAPI, Postman, cURL, um endereço ou uma resposta de exemplo em JSON; de um serviço SOAP, o WSDL.',
  },
  'tooLarge.importSchemas': {
    zh: '接口描述里的引用展开后超过 {value} 个结构，请删去互相引用的结构或分成几份导入',
    en: 'Its references unfold to more than {value} schemas; take out those that name each other, or import it in parts.',
    pt: 'As referências se expandem para mais de {value} esquemas; retire os que se citam uns aos outros ou importe em partes.',
  },
} as const satisfies Messages
