import type { ParamInput, Words } from '@sluice/contract'
import { successParams } from './source-params.ts'

const request = { group: 'request' } as const
const answer = { group: 'answer' } as const
const rows = { group: 'rows' } as const
const kinds = { group: 'refusal' } as const
const lookUp = { group: 'look_up' } as const

const path = (field: string, label: Words, placeholder: string, group: { group: string }): ParamInput => ({
  field,
  label,
  type: 'text',
  placeholder,
  ...group,
})

const texts = (field: string, label: Words, describe: Words): ParamInput => ({
  field,
  label,
  type: 'textarea',
  describe,
  ...kinds,
})

/** How records are sent, and how the answer is told apart into their results. */
export const targetParams: ParamInput[] = [
  {
    field: 'method',
    label: { zh: '请求方法', en: 'Method' },
    type: 'select',
    default: 'POST',
    options: ['POST', 'PUT', 'PATCH', 'DELETE'].map(value => ({ value, label: { zh: value, en: value } })),
    ...request,
  },
  {
    field: 'rows',
    label: { zh: '每个请求的记录数', en: 'Records per request' },
    type: 'number',
    default: 1,
    min: 1,
    max: 1000,
    describe: {
      zh: '1 表示逐条发送；路径里可用 {{字段}}。',
      en: '1 sends each record alone; the path may then use {{field}}.',
    },
    ...request,
  },
  {
    field: 'is_list',
    label: { zh: '单条也按列表发送', en: 'Send a list even for one record' },
    type: 'switch',
    default: false,
    ...request,
  },
  {
    field: 'body_key',
    label: { zh: '请求体中的键', en: 'Key in the body' },
    type: 'text',
    placeholder: 'Model',
    describe: {
      zh: '记录或列表放在这个键下；留空则就是请求体。',
      en: 'Record or list stands under it; they are the body when empty.',
    },
    ...request,
  },
  {
    field: 'extra_body',
    label: { zh: '固定字段', en: 'Fixed fields' },
    type: 'code',
    placeholder: '{ "FormId": "SAL_SaleOrder" }',
    describe: { zh: 'JSON 对象，与上面的键放在一起。', en: 'A JSON object beside the key above.' },
    ...request,
  },
  {
    field: 'request_headers',
    label: { zh: '请求头', en: 'Headers' },
    type: 'keyvalue',
    describe: {
      zh: '只用于此接口；密钥请写在连接器里。',
      en: 'Of this endpoint only; secrets belong in the connector.',
    },
    ...request,
  },
  {
    field: 'idempotency_header',
    label: { zh: '幂等键请求头', en: 'Header for the idempotency key' },
    type: 'text',
    placeholder: 'Idempotency-Key',
    describe: {
      zh: '对方支持时填写：丢失应答后可以放心重发。逐条发送时有效。',
      en: 'When the far system knows one: a lost answer may then be asked for again. For records sent alone.',
    },
    ...request,
  },
  {
    field: 'idempotency_field',
    label: { zh: '幂等键字段', en: 'Field for the idempotency key' },
    type: 'text',
    describe: { zh: '把幂等键写进每条记录的这个字段。', en: 'Writes the key into this field of every record.' },
    ...request,
  },
  ...successParams(),
  path('target_key_path', { zh: '目标主键路径', en: 'Path of the written key' }, 'data.id', answer),
  path('code_path', { zh: '错误码路径', en: 'Path of the error code' }, 'errors.*.code', answer),
  path('field_path', { zh: '错误字段路径', en: 'Path of the wrong field' }, 'errors.*.field', answer),
  path('result_path', { zh: '逐条结果路径', en: 'Path of the row results' }, 'data.results', rows),
  {
    ...path(
      'result_error_path',
      { zh: '失败结果路径', en: 'Path of refused rows' },
      'Result.ResponseStatus.Errors',
      rows,
    ),
    describe: {
      zh: '成功与失败分成两个列表时填写；上面的路径则是成功的列表。',
      en: 'Where done and refused rows stand in two lists; the path above is then that of the done ones.',
    },
  },
  {
    field: 'result_by',
    label: { zh: '结果与记录的对应', en: 'Rows are told apart by' },
    type: 'select',
    default: 'order',
    options: [
      { value: 'order', label: { zh: '顺序', en: 'Their order' } },
      { value: 'index', label: { zh: '结果中的序号', en: 'An index in the result' } },
      { value: 'key', label: { zh: '键', en: 'A key' } },
    ],
    ...rows,
  },
  {
    ...path('result_index', { zh: '序号字段', en: 'Field of the index' }, 'DIndex', rows),
    when: { field: 'result_by', in: ['index'] },
  },
  {
    field: 'result_index_base',
    label: { zh: '首条记录的序号', en: 'Index of the first record' },
    type: 'number',
    default: 0,
    min: 0,
    max: 1,
    when: { field: 'result_by', in: ['index'] },
    ...rows,
  },
  path('result_key', { zh: '结果中的键', en: 'Key inside a result' }, 'number', rows),
  path('record_key', { zh: '记录中的键', en: 'Key inside the record' }, 'bill_no', rows),
  path('result_success_path', { zh: '逐条成功标志', en: 'Success mark of a result' }, 'success', rows),
  path('result_success_values', { zh: '逐条成功的取值', en: 'Values that mean success of a result' }, 'true', rows),
  path('result_message_path', { zh: '逐条错误信息', en: 'Error message of a result' }, 'message', rows),
  path('result_target_key_path', { zh: '逐条目标主键', en: 'Written key of a result' }, 'id', rows),
  {
    ...path('look_up_path', { zh: '查询路径', en: 'Path to look a record up' }, '/orders/{{number}}', lookUp),
    describe: {
      zh: '应答丢失时用 GET 询问对方有没有这条记录；路径里可用 {{字段}}。留空则不能询问。',
      en: 'After a lost answer the far system is asked by GET whether it has the record; the path may use {{field}}. Empty: it cannot be asked.',
    },
  },
  path('look_up_record_path', { zh: '查询结果中的记录', en: 'Record in the answer' }, 'data', lookUp),
  path('look_up_key_path', { zh: '查询结果中的主键', en: 'Key in the answer' }, 'data.id', lookUp),
  texts(
    'duplicate_texts',
    { zh: '“已存在”的文字', en: 'Texts that mean it is already there' },
    {
      zh: '每行一个；错误信息含有它时记为已完成。',
      en: 'One per line; a refusal that holds one counts as done.',
    },
  ),
  texts(
    'stock_texts',
    { zh: '“库存不足”的文字', en: 'Texts that mean stock is short' },
    {
      zh: '每行一个；记录转为负库存，稍后自动重试。',
      en: 'One per line; the record is held for stock and tried again later.',
    },
  ),
  texts(
    'master_texts',
    { zh: '“基础资料缺失”的文字', en: 'Texts that mean master data is missing' },
    {
      zh: '每行一个；记录转为基础资料错误，稍后自动重试。',
      en: 'One per line; the record is held for master data and tried again later.',
    },
  ),
  texts(
    'busy_texts',
    { zh: '“稍后再试”的文字', en: 'Texts that mean try later' },
    {
      zh: '每行一个；记录稍后自动重试。',
      en: 'One per line; the record is tried again later.',
    },
  ),
]
