import type { Sentences } from '@sluice/contract'

/** What adapters say of themselves when they are wrong; the rules are the contract's, which knows no other language. */
export const adapterSentences: Sentences = {
  'Write the statement.': '请填写语句。',
  'Write the script.': '请填写脚本。',
  '{name} is there twice.': '{name} 出现了两次。',
  '{name} is given twice.': '{name} 被给出了两次。',
  '{{{name}}} is not known here.': '此处没有 {{{name}}}。',
  '{{{name}}} is no name.': '{{{name}}} 不是有效的名称。',
  'A GET request has no body.': 'GET 请求没有请求体。',
  'Give a status, a path or a message; without one every answer would fit.':
    '请填写状态码、路径或消息之一，否则任何响应都会匹配。',
  'Say where the values stand.': '请填写值所在的路径。',
  'An adapter says itself how pages are read.': '适配器必须自行说明分页方式。',
  'Name the parameter that carries page, offset, cursor or last id.':
    '请填写传递页码、偏移量、游标或末尾 ID 的参数名。',
  'Say where the next cursor stands.': '请填写下一个游标所在的路径。',
  'An hmac needs a key.': 'HMAC 需要密钥。',
  '{name} cannot be the name of a header.': '{name} 不能作为请求头名称。',
  'A query begins with SELECT, WITH or VALUES.': '查询必须以 SELECT、WITH 或 VALUES 开头。',
  'A statement begins with INSERT, UPDATE, DELETE, REPLACE, MERGE, CALL, SELECT or WITH.':
    '语句必须以 INSERT、UPDATE、DELETE、REPLACE、MERGE、CALL、SELECT 或 WITH 开头。',
  'The statement holds a character that is not taken.':
    '语句包含不允许的字符（反斜杠、$$ 或 q 引号、空字符，或 [ ]、# 之内未配对的引号、括号）。',
  'A {{…}} stands inside quotes; write it without them, it is bound as a parameter.':
    '{{…}} 写在了引号里；请去掉引号，它会作为参数绑定。',
  'Only one statement, without ";".': '只能有一条语句，且不含“;”。',
  'The statement holds a comment; write it elsewhere.': '语句包含注释，请写到别处。',
  'The statement closes a bracket that it did not open.': '语句有多余的右括号。',
  'The statement leaves a quote open.': '语句的引号没有闭合。',
  'The statement leaves a bracket open.': '语句的括号没有闭合。',
  'This is no adapter with its document.': '这不是带有内容的适配器。',
  'This platform does not take adapters of this kind.': '该平台不支持这种类型的适配器。',
  'There is no such platform.': '没有这个平台。',
  'The file has two adapters of this name.': '文件里有两个同名的适配器。',
  'The adapter of this name is of another kind.': '同名的适配器是另一种类型。',
  'The script of the adapter failed ({place}): {message}': '适配器脚本出错（{place}）：{message~}',
  'The script took longer than {count} seconds.': '脚本运行超过 {count} 秒。',
  'The script needs more than {count} MB.': '脚本占用内存超过 {count} MB。',
  'The script gave back more than 16 million characters.': '脚本返回的内容超过 1600 万个字符。',
  'The script gave back what is no JSON.': '脚本返回的内容不是 JSON。',
  'The script waits for something that never comes.': '脚本在等待永远不会到来的结果。',
  'The script must not wait outside of its functions.': '脚本不能在函数之外等待。',
  'The script exports no function {name}.': '脚本没有导出函数 {name}。',
  'The script cannot be read; it may be nested too deep.': '脚本无法读取，可能嵌套过深。',
  'The script would sleep longer than its two seconds.': '脚本的等待会超过两秒的限额。',
  'There is no algorithm {name}; there are md5, sha1, sha256 and sha512.':
    '没有算法 {name}；可用 md5、sha1、sha256 和 sha512。',
  'A script may send {count} requests.': '脚本每次最多发送 {count} 个请求。',
  'A script may ask {count} times.': '脚本每次最多查询 {count} 次。',
  'The questions of a script may have 4 million characters and 200,000 values.':
    '脚本每次查询的内容合计最多 400 万个字符、20 万个值。',
  'A script may calculate 10,000 secrets of 4 million characters.':
    '脚本每次最多由密钥计算出 1 万个值，合计 400 万个字符。',
  'The script gave back more than 500,000 values.': '脚本返回的内容超过 50 万个值。',
  'The script makes a text of more than 32 million characters.': '脚本生成的文本超过 3200 万个字符。',
  'A script asks only inside of its functions.': '脚本只能在函数内发起请求。',
  'There is no static mapping "{name}".': '没有静态映射“{name}”。',
  'There is no strategy "{name}".': '没有方案“{name}”。',
  'Correct the script and try it out.': '请修改脚本后试运行。',
  '{platform} takes no SQL adapters.': '{platform} 不支持 SQL 适配器。',
  'Choose a connector to a database.': '请选择数据库连接器。',
  'This is no time zone.': '这不是时区。',
  'The script failed ({place}): {message}': '脚本出错（{place}）：{message~}',
  'is a function or a symbol, which no target takes': '是函数或符号，不是可写入的值',
  'A function of the script gives back a record, or nothing.': '脚本函数应返回一条记录，或不返回。',
  'A function over records cannot wait.': '逐条记录的脚本函数不能等待。',
  'A script over records has no chance, so that it gives the same again; take ctx.hash.':
    '逐条记录的脚本不能使用随机数，以便重跑结果一致；请用 ctx.hash。',
}
