import { defineManifest } from '@sluice/connector-kit'
import type { ParamInput } from '@sluice/contract'

const successPath: ParamInput = {
  field: 'success_path',
  label: { zh: '成功标志路径', en: 'Path of success' },
  type: 'text',
  placeholder: 'Result.ok',
  describe: {
    zh: '为 true 或非 0 时算成功；留空则没有 Fault 就是成功。',
    en: 'A value like true or 1 is a success; empty: whatever is no fault.',
  },
}

export const manifest = defineManifest({
  id: 'soap',
  name: { zh: 'SOAP 接口', en: 'SOAP' },
  group: 'general',
  describe: {
    zh: '按 WSDL 调用 SOAP 1.1/1.2 操作：读取操作应答中的列表，每条记录调用一次操作写入。',
    en: 'Calls operations of SOAP 1.1 and 1.2 by their WSDL: reads the list in an answer, and writes by one call for each record.',
  },
  icon: { text: 'SO', color: '#3F6212' },
  roles: ['source', 'target'],
  params: [
    {
      field: 'wsdl_from',
      label: { zh: 'WSDL 来自', en: 'WSDL from' },
      type: 'select',
      is_required: true,
      default: 'address',
      options: [
        { value: 'address', label: { zh: '地址', en: 'An address' } },
        { value: 'file', label: { zh: '上传的文件', en: 'Uploaded file' } },
      ],
    },
    {
      field: 'wsdl_file',
      label: { zh: 'WSDL 文件', en: 'File of the WSDL' },
      type: 'file',
      is_required: true,
      when: { field: 'wsdl_from', in: ['file'] },
      describe: {
        zh: '包含全部类型定义的单个文件；服务地址必须填写。',
        en: 'One file with all its types; the address of the service is to be written.',
      },
    },
    {
      field: 'wsdl',
      label: { zh: 'WSDL 地址', en: 'Address of the WSDL' },
      type: 'text',
      is_required: true,
      when: { field: 'wsdl_from', in: ['address'] },
      placeholder: 'https://erp.example.com/orders?wsdl',
      pattern: '^https?://[^\\s#@]+$',
    },
    {
      field: 'endpoint',
      label: { zh: '服务地址', en: 'Address of the service' },
      type: 'text',
      placeholder: 'https://erp.example.com/orders',
      pattern: '^https?://[^\\s#@]+$',
      describe: {
        zh: '留空则用 WSDL 中的地址；与 WSDL 不在同一主机时必须填写。',
        en: 'Empty: the one in the WSDL. To be written where it is on another host than the WSDL.',
      },
    },
    {
      field: 'auth',
      label: { zh: '认证方式', en: 'Authentication' },
      type: 'select',
      default: 'none',
      options: [
        { value: 'none', label: { zh: '无', en: 'None' } },
        { value: 'basic', label: { zh: '用户名和密码（Basic）', en: 'User name and password (Basic)' } },
        { value: 'wsseText', label: { zh: 'WS-Security 明文密码', en: 'WS-Security, password as text' } },
        { value: 'wsseDigest', label: { zh: 'WS-Security 密码摘要', en: 'WS-Security, digest of the password' } },
      ],
    },
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      is_required: true,
      when: { field: 'auth', in: ['basic', 'wsseText', 'wsseDigest'] },
    },
    {
      field: 'password',
      label: { zh: '密码', en: 'Password' },
      type: 'password',
      is_required: true,
      encryption: true,
      when: { field: 'auth', in: ['basic', 'wsseText', 'wsseDigest'] },
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    {
      field: 'timeout_s',
      label: { zh: '应答时限（秒）', en: 'Time for an answer (s)' },
      type: 'number',
      default: 60,
      min: 1,
      max: 600,
      group: 'advanced',
    },
    {
      field: 'skip_tls_verify',
      label: { zh: '不校验证书', en: 'Do not check the certificate' },
      type: 'switch',
      default: false,
      group: 'advanced',
      describe: { zh: '仅用于内网的自签名证书。', en: 'Only for self-signed certificates of your own network.' },
    },
  ],
  sourceParams: [
    {
      field: 'body',
      label: { zh: '操作的参数', en: 'Parameters of the operation' },
      type: 'code',
      placeholder: '{"from": "{{from}}", "to": "{{to}}", "page": "{{page}}", "size": "{{pageSize}}"}',
      describe: {
        zh: 'JSON 对象；{{from}} 和 {{to}} 为增量的上下界，{{page}}、{{offset}} 和 {{pageSize}} 用于分页。',
        en: 'A JSON object; {{from}} and {{to}} are the bounds of an increment, {{page}}, {{offset}} and {{pageSize}} are for paging.',
      },
    },
    {
      field: 'list_path',
      label: { zh: '列表路径', en: 'Path of the list' },
      type: 'text',
      placeholder: 'GetOrdersResult.Order',
      describe: { zh: '留空为应答中的第一个列表。', en: 'Empty: the first list of the answer.' },
    },
    successPath,
    {
      field: 'paging',
      label: { zh: '分页', en: 'Paging' },
      type: 'select',
      default: 'none',
      options: [
        { value: 'none', label: { zh: '不分页', en: 'No paging' } },
        { value: 'page', label: { zh: '页码', en: 'Page number' } },
        { value: 'offset', label: { zh: '偏移量', en: 'Offset' } },
      ],
    },
  ],
  targetParams: [
    {
      field: 'record_path',
      label: { zh: '记录的位置', en: 'Place of the record' },
      type: 'text',
      placeholder: 'order',
      describe: {
        zh: '记录放入请求的哪个字段；留空则记录的字段就是操作的参数。',
        en: 'The field of the request that takes the record; empty: its fields are the parameters.',
      },
    },
    successPath,
    {
      field: 'idempotency_field',
      label: { zh: '幂等键字段', en: 'Field for the idempotency key' },
      type: 'text',
      pattern: '^[_A-Za-z][_0-9A-Za-z.-]*$',
      describe: {
        zh: '对方按此字段保证同一键只处理一次时填写；留空且没有应答的写入记为未知。',
        en: 'Fill it in where the service does one key of this field only once. Empty: a write without an answer is unknown.',
      },
      group: 'advanced',
    },
  ],
})
