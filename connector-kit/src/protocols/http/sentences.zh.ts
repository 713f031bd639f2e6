import type { Sentences } from '@sluice/contract'

export const httpSentences: Sentences = {
  'Nobody has granted this connector access yet.': '还没有人为这个连接器授权。',
  'Save the connector, then grant access on its page.': '请先保存连接器，再在其详情页授权。',
  'The far system answered with something that is no record.': '对方系统返回的不是一条记录。',
  'The far system has the record, but tells none of the fields that were sent.':
    '对方系统有这条记录，但没有返回任何发出的字段。',
  // `GET https://host/path: what`, `resource: what`
  '{where}: {what}': '{where}：{what!}',
  'the far system refused: {said}': '对方系统拒绝：{said}',
  'It asks to come back later.': '对方要求稍后再来。',
  'Check the parameters of the endpoint, or the success test.': '请检查接口参数，或成功判断的设置。',
  'the answer is a web page, not data': '应答是网页，不是数据',
  'Check the address; a sign-in page or a proxy may stand in front of it.': '请检查地址；前面可能有登录页面或代理。',
  'If the far system says so that there are no rows, choose "{form}" under its forms of "no rows".':
    '如果对方用这种应答表示没有数据，请在源的“没有数据”的写法中选择“{form~}”。',
  'Status 204': '状态码 204',
  'Empty body': '应答体为空',
  'The value null': 'null 值',
  'Empty text ""': '空文本 ""',
  'Empty object {}': '空对象 {}',
  'No list in the answer': '应答中没有列表',
  'Status 404': '状态码 404',
  'the answer is empty': '应答为空',
  'the answer is nested deeper than {max} levels': '应答嵌套超过 {max} 层',
  'the answer has an object of more than {max} names': '应答里有一个对象的名称超过 {max} 个',
  'the answer has names that stand twice in one object almost everywhere': '应答里几乎处处有同一对象内重复的名称',
  'the answer is no complete JSON ({count} characters)': '应答不是完整的 JSON（{count} 个字符）',
  'Try again; if it stays, check path and parameters.': '请重试；若一直如此，请检查路径和参数。',
  '{what} (HTTP {status})': '{what!}（HTTP {status}）',
  '{what} (HTTP {status}): {said}': '{what!}（HTTP {status}）：{said}',
  'access was refused': '拒绝访问',
  'the test path was answered': '测试路径有应答',
  'there is no test path; a preview of an endpoint will tell': '没有填写测试路径；预览一个接口即可知道',
  'only a write can tell; try it with one record': '只有写入才能知道；请先用一条数据试写',
  'The credential is known but may not do this: have its scope or role widened at the far system.':
    '凭证有效，但无此权限：请在对方系统扩大其授权范围或角色。',
  'Check credentials and rights.': '请检查账号密码和权限。',
  'there is nothing at this address': '此地址不存在',
  'Check base URL and path.': '请检查基础地址和路径。',
  'too many requests': '请求过多',
  'Lower the request rate of the connector.': '请降低连接器的请求频率。',
  'the far system has a fault': '对方系统出现故障',
  'Try again later, or ask its operator.': '请稍后重试，或联系对方系统的管理员。',
  'the request was rejected': '请求被拒绝',
  'Check method, parameters and body.': '请检查请求方法、参数和请求体。',
  'Signing in at {where} answered {status}.': '在 {where} 登录失败，状态码 {status}。',
  'Signing in at {where} answered {status}: {said}': '在 {where} 登录失败，状态码 {status}：{said}',
  'Signing in at {where} gave no token at {path}.': '在 {where} 登录后，应答的 {path} 处没有令牌。',
  'Signing in at {where} gave no token at {path}: {said}': '在 {where} 登录后，应答的 {path} 处没有令牌：{said}',
  'Try again later.': '请稍后重试。',
  'Check the credentials, the address for signing in and the place of the token.':
    '请检查账号密码、登录地址和令牌在应答中的位置。',
  'The base URL {base} has a query, and paths cannot be put behind it.':
    '基础地址 {base} 带有查询参数，后面无法再接路径。',
  'End it before the question mark; what follows belongs to the endpoint that is read.':
    '请写到问号之前；问号之后的内容属于要读取的接口。',
  'Check the credential and the address; fill in a test path that is answered where all is well.':
    '请检查凭证和地址；也可以填写一个一切正常时会有应答的测试路径。',
  '{text} is not an http or https address.': '{text} 不是 http 或 https 地址。',
  'Write the address with http:// or https:// in front.': '地址前请写上 http:// 或 https://。',
  '{origin} is not the address of this connector.': '{origin} 不是此连接器的地址。',
  'Use a path under the base URL, or another connector.': '请使用基础地址下的路径，或换一个连接器。',
  'The wait for another try was stopped.': '等待重试时被中止。',
  '{platform} has no endpoint {resource} that can be read.': '{platform~}没有可读取的接口 {resource}。',
  '{platform} has no endpoint {resource} that can be written.': '{platform~}没有可写入的接口 {resource}。',
  'Choose another connector.': '请选择其他连接器。',
  'Choose one of {names}.': '请选择：{names}。',
  'Reading {resource} was stopped.': '读取 {resource} 已中止。',
  'the answer is {kind}, not a list; lists in the answer: {names}': '应答是{kind~}，不是列表；应答中的列表有：{names}',
  'the answer is {kind}, not a list; there is no list in the answer': '应答是{kind~}，不是列表；应答中没有任何列表',
  'the place {path} is {kind}, not a list; lists in the answer: {names}':
    '{path} 处是{kind~}，不是列表；应答中的列表有：{names}',
  'the place {path} is {kind}, not a list; there is no list in the answer':
    '{path} 处是{kind~}，不是列表；应答中没有任何列表',
  'there is no {path} in the answer: the answer is {kind}; lists in the answer: {names}':
    '应答中没有 {path}：应答是{kind~}；应答中的列表有：{names}',
  'there is no {path} in the answer: the answer is {kind}; there is no list in the answer':
    '应答中没有 {path}：应答是{kind~}；应答中没有任何列表',
  'there is no {path} in the answer: {end} is {kind}; lists in the answer: {names}':
    '应答中没有 {path}：{end} 处是{kind~}；应答中的列表有：{names}',
  'there is no {path} in the answer: {end} is {kind}; there is no list in the answer':
    '应答中没有 {path}：{end} 处是{kind~}；应答中没有任何列表',
  'a list of {count}': '{count} 项的列表',
  'an object': '对象',
  'an empty object': '空对象',
  'an object without it': '没有这一项的对象',
  'a text': '文本',
  'an empty text': '空文本',
  'a number': '数字',
  'true or false': '真假值',
  'There is no {path} in the answer: the answer is a list of {count}.': '应答中没有 {path}：应答是 {count} 项的列表。',
  'There is no {path} in the answer: {end} is a list of {count}.': '应答中没有 {path}：{end} 处是 {count} 项的列表。',
  'The pages hold {count} different rows, and the far system says that there are {total}: others came twice.':
    '各页共有 {count} 行不同的数据，而对方说明共 {total} 行：有些行出现了两次。',
  'Sort the list by a field that is different in every row, such as its id.':
    '请让列表按每行都不同的字段排序，例如 ID。',
  'The pages end after {count} rows, and the far system says that there are more ({sign}).':
    '翻页在 {count} 行后结束，但对方说明还有更多（{sign}）。',
  'Many far systems end a list after so many pages: read it in increments, or in parts by a filter. Where the total counts something else, choose "Believe the last page".':
    '许多系统的列表最多只能翻若干页：请改用增量读取，或用条件分批读取。如果总数统计的是另一范围，请开启“以翻页结束为准”。',
  'The answer holds {count} rows and says that there are more ({sign}), but no paging is set.':
    '应答包含 {count} 行，并说明还有更多（{sign}），但没有设置分页。',
  'Choose the paging in the source settings, or "Only this answer" ("Believe the last page" in an API asset) where the rest is not wanted.':
    '请在源设置里选择分页方式；不需要其余数据时选择“只取这一次应答”（API 资产中为“以翻页结束为准”）。',
  'The answer holds no rows and says {words}; no success test says whether that is a refusal.':
    '应答没有数据，但写明 {words}；没有设置成功判断，无法知道这是不是拒绝。',
  'Set the success test of the source: the path of the code, and its values that mean success.':
    '请设置源的成功判断：错误码的路径和表示成功的值。',
  'Correct the path of the list; leave it empty when the answer itself is the list.':
    '请更正列表路径；应答本身就是列表时留空。',
  'Element {index} of the page is no object and cannot become a record.':
    '本页第 {index} 个元素不是对象，不能成为数据。',
  'The endpoint is to be read in increments, but its request names neither {{from}} nor {{to}}.':
    '方案要增量读取此接口，但请求中没有 {{from}} 和 {{to}}。',
  'Put {{from}} and {{to}} into the parameters that limit the time, or read without increments.':
    '请在限定时间的参数中写入 {{from}} 和 {{to}}，或关闭增量读取。',
  'The body of the request is no JSON.': '请求体不是有效的 JSON。',
  'Write JSON; placeholders stand inside quotes: "{{page}}".': '请填写 JSON；占位符写在引号内："{{page}}"。',
  'Writing to {resource} was stopped.': '写入 {resource} 已中止。',
  'This record was not sent.': '这条数据没有发出。',
  'The fixed fields are no JSON object.': '固定字段不是 JSON 对象。',
  '{resource} refused the record.': '{resource} 拒绝了这条数据。',
  'The record was sent to {resource}, but its answer was lost. {why}': '数据已发往 {resource}，但没有收到应答。{why~}',
  'What came back could not be read.': '收到的内容无法解析。',
  'Look at the target whether the record is there, then mark it as done or process it again.':
    '请到目标系统确认这条数据是否存在，再标记完成或重新处理。',
  'The stored position does not fit this source any more. Start the read anew.':
    '保存的读取位置已不适用于此源，请从头读取。',
  'this page is the same as the page before': '本页与上一页完全相同',
  'The far system ignores the paging parameter; check its name, or choose no paging.':
    '对方系统忽略了分页参数；请检查参数名，或改为不分页。',
  'there is no {path} in the answer': '应答中没有 {path}',
  'there is more, but no cursor at {path} ({count} records)': '还有数据，但 {path} 处没有游标（本页 {count} 条）',
  'an empty page although there is more': '还有数据，却返回了空页',
  'Try again; nothing was skipped.': '请重试；没有跳过任何数据。',
  'the far system leads in a circle: it names {next} again': '对方系统的分页在循环：再次返回了 {next}',
  'Check the paging parameter; the far system may ignore it.': '请检查分页参数；对方系统可能忽略了它。',
  'Check the paging parameter {param}; the far system may ignore it.': '请检查分页参数 {param}；对方系统可能忽略了它。',
  'it is not said which field of a record is its id': '没有说明哪个字段是记录的 ID',
  'record {ordinal} of the page has no id at {path}': '本页第 {ordinal} 条记录在 {path} 处没有 ID',
  'Name the field of the id; it must hold a text or a whole number in every record.':
    '请填写 ID 所在的字段；每条记录的这个字段都必须是文本或整数。',
  'ids greater than {last} were asked for, and the page begins with {id}':
    '请求的是大于 {last} 的 ID，本页却从 {id} 开始',
  'the page is not sorted by {path}: {id} comes after {last}': '本页没有按 {path} 排序：{id} 排在 {last} 之后',
  'Add the sorting parameter of the far system for rising ids, or choose another paging.':
    '请加上对方系统的排序参数，使 ID 从小到大，或换一种分页方式。',
  'the id {id} at {path} stands twice on the page': '{path} 处的 ID {id} 在本页出现了两次',
  'Name a field that is different in every record, or choose another paging.':
    '请改用每条记录都不同的字段，或换一种分页方式。',
  'the total at {path} is missing': '{path} 处没有总数',
  'the total at {path} is no number': '{path} 处的总数不是数字',
  'Check the path of the total.': '请检查总数的路径。',
  '{path} does not say whether there is more': '{path} 没有说明是否还有数据',
  'Check the path of the mark for more data.': '请检查“是否还有数据”的路径。',
  'an empty page although there should be more': '应当还有数据，却返回了空页',
  'an empty page although there should be more ({total} in all)': '应当还有数据（共 {total} 条），却返回了空页',
  'the list ends after {seen} records, but {total} were announced': '列表在 {seen} 条后结束，但总数为 {total} 条',
  'Try again; if it stays, check the path of the total or choose another paging.':
    '请重试；若一直如此，请检查总数的路径或换一种分页方式。',
  'The far system asks to come back later.': '对方系统要求稍后再试。',
  'Waits for stock at the target and is tried again.': '等目标系统有库存后自动重试。',
  'Add the missing master data at the target; it is tried again.': '请在目标系统补充缺少的基础资料，之后会自动重试。',
  'Waits for stock and master data at the target.': '等目标系统的库存和基础资料齐备。',
  'Correct the record or its mapping, then process it again.': '请更正数据或字段映射，再重新处理。',
  'The far system refused the record: {told}': '对方系统拒绝了这条数据：{told}',
  'The far system refused the record without a reason.': '对方系统拒绝了这条数据，未说明原因。',
  'The path {template} needs {name}, which this record does not have.': '路径 {template} 需要 {name}，但这条数据没有。',
  '{{{name}}} is not known here; known are {names}.': '此处没有变量 {{{name}}}；可用的有 {names}。',
  'Check the settings of the connector.': '请检查连接器的参数。',
  'a token was given': '已取得令牌',
  'HTTP {status} from the base address, which may not look at the credential; fill in a test path to be sure':
    'HTTP {status}（只访问了基础地址，它未必检查凭据；填写测试路径后才能确认）',
  'HTTP {status}, {count} bytes': 'HTTP {status}，{count} 字节',
  'The bound {text} is not a time this source can be asked for.': '增量边界 {text} 不是此源可以查询的时间。',
  'Choose a field that holds times as the increment field.': '请选择时间类型的字段作为增量字段。',
  'The parameter {path} must be a number.': '参数 {path} 必须是数字。',
  'The parameter {path} must be true or false.': '参数 {path} 必须是 true 或 false。',
  'The parameter {path} must be JSON.': '参数 {path} 必须是 JSON。',
  'The parameter {path} is required and has no value.': '参数 {path} 必填，但没有取值。',
  'Give it a default in the API asset, or a value in the strategy.': '请在 API 资产中给出默认值，或在方案中填写取值。',
  'Instead of the defaults in the API asset; a nested one is written parent.field.':
    '覆盖 API 资产中请求参数的默认值；子字段写作 上级.字段。',
  '{asset} has no parameter {name}.': '{asset} 没有参数 {name}。',
  'Remove the value, or choose the newest version of the API asset.': '请删除该取值，或重新选择 API 资产的最新版本。',
  'No request came of it.': '未能生成请求。',
  'The adapter that is named for these requests is not published on this platform.':
    '指定的适配器没有在这个平台上发布。',
  'Publish it, or choose another adapter.': '请发布它，或改选其他适配器。',
  'The API asset leaves its paging to an adapter, and no adapter is named for it.':
    '接口的分页由适配器决定，但没有指定适配器。',
  'Name an adapter in the strategy, in the API asset or in its platform.': '请在方案、接口或平台中指定适配器。',
  'Check the parameters of the connector and this step of the adapter.': '请检查连接器参数和适配器的这个步骤。',
  'The far system cannot take this record.': '对方系统无法处理这条记录。',
  'Correct the adapter, or give the connector this parameter.': '请修改适配器，或为连接器补上这个参数。',
  'This version of the API asset does not exist on the platform of this connector.':
    '此连接器的平台上没有该 API 资产的这个版本。',
  'Choose the API asset again.': '请重新选择 API 资产。',
  'The adapter names "{name}", which this connector does not have.': '适配器引用了“{name}”，而此连接器没有它。',
  'The adapter adds fields to the body, but the body of this request is no JSON object.':
    '适配器要向请求体添加字段，但此请求的请求体不是 JSON 对象。',
  'Give the API asset a key under which its list stands, or add the fields to the query.':
    '请为接口设置列表所在的键，或改为添加到查询参数。',
  'Instead of the one that the API asset or the platform names; empty: theirs.':
    '覆盖接口与平台所用的适配器；留空则沿用它们的。',
  'A call is an object with path, method, query, headers and body.':
    'call 的参数是包含 path、method、query、headers 和 body 的对象。',
  'The script of the adapter failed ({hook}): it must give back {wanted}.':
    '适配器脚本出错（{hook}）：必须返回 {wanted}。',
  'Correct the script and try it out.': '请修改脚本后试运行。',
  'Scripts of adapters cannot run here.': '此处不能运行适配器脚本。',
  'The sign-in leads to {address}, where the requests of this adapter may not go.':
    '登录给出的地址 {address} 不在该适配器允许的范围内。',
  'Check the address of the connector; add the domain to the adapter if it is the far system.':
    '请检查连接器的地址；确属对方系统时，在适配器中加入该域名。',
  'there is no record in the answer': '应答中没有这条数据',
  'Check the path of the record.': '请检查数据所在的路径。',
  '{resource}: the answer does not tell the records apart: {why}': '{resource}：应答无法区分各条记录：{why!}',
  'Nothing more is sent. Correct the settings of the row results, look at the target which of these records are there, then start again.':
    '已停止发送。请更正逐条结果的设置，在目标系统核对这些记录是否已存在，然后重新启动。',
  '{silent} of {all} records are in no result.': '{all} 条记录中有 {silent} 条没有对应的结果。',
  'Two results are about the record {key}.': '有两条结果指向同一条记录 {key}。',
  'Two results are about place {place}.': '有两条结果指向同一个序号 {place}。',
  'Two lists do not tell by their order which record a result is about.':
    '成功与失败分成两个列表时，无法按顺序对应记录。',
  '{sent} records were sent, and {told} results came back.': '发送了 {sent} 条记录，却返回了 {told} 条结果。',
  'A result says no place of its record at {path}.': '有结果在 {path} 处没有给出记录的序号。',
  'A result is about place {place}, but places {first} to {last} were sent.':
    '有结果指向序号 {place}，而发送的序号是 {first} 到 {last}。',
  'A record has no key at {path}.': '有记录在 {path} 处没有键。',
  'Two records of the request have the key {key}.': '请求中有两条记录的键都是 {key}。',
  'A result has no key at {path}.': '有结果在 {path} 处没有键。',
  'A result is about {key}, which was not sent.': '有结果指向 {key}，但没有发送过这条记录。',
  'There are no results of rows in it.': '其中没有逐条结果。',
  'It names single rows, and no row results are set.': '其中含有逐条结果，但没有设置如何读取。',
  'the next link has no parameter {param}': '下一页链接中没有参数 {param}',
  'the next page is named by {text}, which is no address': '下一页写作 {text}，不是地址',
  'Check the paging parameter, or choose paging by links.': '请检查分页参数，或改用下一页链接。',
  'Check the path of the next link, or choose paging by a cursor.': '请检查下一页链接的路径，或改用游标分页。',
  'On the last page that may be right: a run asks for a page of one record less and tells a last page from a wrong path. Try the request itself to see it.':
    '最后一页可能就是如此：运行时会再请求少一条的一页，以区分最后一页与写错的路径。可用“试运行请求”查看结果。',
  'Check the path or the header that names the next page.': '请检查下一页所在的路径或应答头。',
  'the answer has the name {path} twice in one object': '应答的同一对象中有两个 {path}',
  'One of the values would be lost; ask the operator of the external system for names that stand once.':
    '其中一个值会丢失；请让对方系统的管理员保证名称不重复。',
  'Element {index} of the page has the name {path} twice in one object, and one of the values would be lost.':
    '本页第 {index} 个元素的同一对象中有两个 {path}，其中一个值会丢失。',
  '{where}: the answer is empty, so HTTP {status} is all that says the record was taken. A run takes it for written.':
    '{where}：应答为空，只有 HTTP {status} 表明记录已被接收。运行时按已写入处理。',
  'If the far system can answer with a result, name it as the mark of success; otherwise look there whether the record arrived.':
    '若外部系统能返回结果，请把它设为成功标志；否则请到外部系统确认记录是否到达。',
  'No mark of success is set for {label}: every answer of HTTP 200 that does not say otherwise counts as written, an empty one too.':
    '{label} 未设置成功标志：凡 HTTP 200 且未明确拒绝的应答都算已写入，空应答也算。',
}
