import { definePack, type PackField } from '@sluice/connector-kit'

const form: PackField = {
  field: 'formComponentValues',
  type: 'array',
  label: { zh: '表单内容', en: 'Form' },
  fields: [
    { field: 'name', type: 'string', label: { zh: '控件名称', en: 'Name of the field' }, is_required: true },
    { field: 'value', type: 'string', label: { zh: '控件值', en: 'Value' }, is_required: true },
    { field: 'extValue', type: 'string', label: { zh: '扩展值', en: 'Further value' } },
  ],
}
const originator: PackField = {
  field: 'originatorUserId',
  type: 'string',
  label: { zh: '发起人 userId', en: 'User id of the originator' },
}
const approvals = { zh: '审批', en: 'Approvals' }

/** One form of approval: ids by the time they were started, then each instance by itself. */
export const pack = definePack({
  id: 'dingtalk-approval',
  version: 1,
  documentation: 'https://open.dingtalk.com/document/orgapp/workflow-overview',
  name: { zh: '钉钉审批', en: 'DingTalk approvals' },
  group: 'oa',
  describe: {
    zh: '读取一种审批表单的实例及其表单内容，发起审批实例。',
    en: 'Reads the instances of one approval form with what was filled in, and starts instances.',
  },
  icon: { text: '审', color: '#007FFF' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://api.dingtalk.com',
      pattern: '^https?://[^\\s]+$',
      group: 'advanced',
    },
    {
      field: 'app_key',
      label: { zh: 'Client ID（AppKey）', en: 'Client id (AppKey)' },
      type: 'text',
      is_required: true,
      placeholder: 'dingxxxxxxxx',
      describe: {
        zh: '钉钉开发者后台 → 企业内部应用 → 凭证与基础信息。',
        en: 'DingTalk developer console → internal app → credentials and basic information.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: 'Client Secret（AppSecret）', en: 'Client secret (AppSecret)' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '与 Client ID 在同一页；应用须有工作流实例的读、写权限。',
        en: 'On the same page as the client id; the app needs the rights to read and write workflow instances.',
      },
    },
    {
      field: 'process_code',
      label: { zh: '审批表单 processCode', en: 'Approval form (processCode)' },
      type: 'text',
      is_required: true,
      placeholder: 'PROC-XXXXXXXX',
      pattern: '^[A-Za-z0-9_-]+$',
      describe: {
        zh: '审批管理后台编辑该表单时，网址中 processCode= 之后的一段。',
        en: 'The part after processCode= in the address where the form is edited.',
      },
    },
  ],
  connection: { baseUrl: '{{base_url}}' },
  adapter: {
    auth: {
      steps: [
        {
          name: 'accessToken',
          path: 'v1.0/oauth2/accessToken',
          body: [
            { name: 'appKey', value: '{{param.app_key}}' },
            { name: 'appSecret', value: '{{param.app_secret}}' },
          ],
          success: { messagePath: 'message' },
          values: [{ name: 'token', path: 'accessToken' }],
          expiresPath: 'expireIn',
          lifeSeconds: 7200,
        },
      ],
    },
    request: {
      headers: [{ name: 'x-acs-dingtalk-access-token', value: '{{auth.token}}' }],
      body: [{ name: 'processCode', value: '{{param.process_code}}' }],
    },
    success: { messagePath: 'message' },
    errors: [
      {
        kind: 'busy',
        path: 'code',
        values: ['Forbidden.AccessDenied.QpsLimitForAppkeyAndApi', 'Forbidden.AccessDenied.QpsLimitForApi'],
      },
      { kind: 'credential', path: 'code', values: ['InvalidAuthentication'] },
    ],
    // 20 calls a second for an app and an interface.
    rate: { intervalMs: 55 },
  },
  probe: 'instances',
  interfaces: [
    {
      code: 'instances',
      group: approvals,
      name: { zh: '查询审批实例', en: 'Read approval instances' },
      describe: {
        zh: '按发起时间读取；首次读取最近 30 天，最早一年。之后才通过或拒绝的实例不会因时间变化再次出现，请设置回看时长。',
        en: 'Read by the time of the start; the first read goes back 30 days, at most a year is kept. One that is decided later does not come again by itself: set a time to look back.',
      },
      type: 'QUERY',
      method: 'POST',
      api: 'v1.0/workflow/processes/instanceIds/query',
      id: ['processInstanceId'],
      number: 'businessId',
      increment: ['createTime'],
      idCheck: false,
      listPath: 'result.list',
      listOfValues: true,
      detail: {
        api: 'v1.0/workflow/processInstances?processInstanceId={processInstanceId}',
        recordPath: 'result',
      },
      success: { path: 'success', values: ['true'], messagePath: 'message' },
      pagination: {
        mode: 'cursor',
        pageSize: 20,
        pageField: 'nextToken',
        sizeField: 'maxResults',
        place: 'body',
        firstCursor: '0',
        nextPath: 'result.nextToken',
      },
      // 120 days, both ends included.
      window: { format: 'unixMs', maxSeconds: 120 * 86_400 - 1, firstDays: 30 },
      request: [
        { field: 'startTime', type: 'timestamp', label: { zh: '发起时间起', en: 'Started from' }, default: '{{from}}' },
        { field: 'endTime', type: 'timestamp', label: { zh: '发起时间止', en: 'Started until' }, default: '{{to}}' },
        { field: 'statuses', type: 'json', label: { zh: '状态，如 ["COMPLETED"]', en: 'States, as ["COMPLETED"]' } },
      ],
      response: [
        { field: 'processInstanceId', type: 'string', label: { zh: '实例 ID', en: 'Instance id' } },
        { field: 'businessId', type: 'string', label: { zh: '审批编号', en: 'Approval number' } },
        { field: 'title', type: 'string', label: { zh: '标题', en: 'Title' } },
        { field: 'status', type: 'string', label: { zh: '状态', en: 'Status' } },
        { field: 'result', type: 'string', label: { zh: '结果', en: 'Result' } },
        originator,
        { field: 'originatorDeptId', type: 'string', label: { zh: '发起部门 ID', en: 'Department id' } },
        { field: 'originatorDeptName', type: 'string', label: { zh: '发起部门', en: 'Department' } },
        { field: 'createTime', type: 'datetime', label: { zh: '发起时间', en: 'Started at' } },
        { field: 'finishTime', type: 'datetime', label: { zh: '完成时间', en: 'Finished at' } },
        form,
        { field: 'operationRecords', type: 'json', label: { zh: '操作记录', en: 'History' } },
        { field: 'tasks', type: 'json', label: { zh: '任务', en: 'Tasks' } },
      ],
    },
    {
      code: 'instance-start',
      group: approvals,
      name: { zh: '发起审批实例', en: 'Start an approval instance' },
      describe: {
        zh: '钉钉不防重复：没有应答的写入记为“结果未知”，不会自动重发。',
        en: 'DingTalk keeps nothing from being done twice: a write without an answer is unknown and never repeated by itself.',
      },
      type: 'EXECUTE',
      method: 'POST',
      api: 'v1.0/workflow/processInstances',
      success: { path: 'instanceId', messagePath: 'message' },
      request: [
        { ...originator, is_required: true },
        { field: 'deptId', type: 'int', label: { zh: '发起部门 ID', en: 'Department id' } },
        { ...form, is_required: true },
        { field: 'approvers', type: 'json', label: { zh: '审批人', en: 'Approvers' } },
        { field: 'ccList', type: 'json', label: { zh: '抄送人', en: 'Copies to' } },
        { field: 'ccPosition', type: 'string', label: { zh: '抄送时机', en: 'When copies are sent' } },
      ],
      write: { targetKeyPath: 'instanceId', codePath: 'code' },
    },
  ],
})
