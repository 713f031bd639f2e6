import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const billSentences: Sentences = {
  'Line {line} fits two kinds of bills alike: {one} and {other}.': '第 {line} 行同时符合两种账单：{one~}和{other~}。',
  'Say which of them it is.': '请指明是哪一种。',
  'Line {line} has two columns called {label}, so nobody can say which one is meant.':
    '第 {line} 行有两列都叫“{label}”，无法判断指的是哪一列。',
  '{name} has no rows.': '{name} 中没有数据行。',
  'Check that the file is the one the platform made.': '请确认文件是平台生成的原件。',
  '{name} is none of the known kinds of bills: no line of its head has the columns of one.':
    '{name} 不是已知的账单格式：文件开头没有任何一行具备账单的列。',
  '{name} is none of the known kinds of bills. Line {line} is nearest to {format}, but has no column {missing}.':
    '{name} 不是已知的账单格式。第 {line} 行最接近“{format~}”，但缺少列 {missing}。',
  'Download the bill from the platform again and leave it as it is.': '请从平台重新下载账单，不要修改。',
  'Line {line}: text follows a closing quote, so its columns cannot be told apart.':
    '第 {line} 行：引号结束后还有文字，无法分清各列。',
  'A quote inside a quoted value is written twice.': '引号内的引号要写两次。',
  'Line {line} holds a NUL character, which no text may hold.': '第 {line} 行含有 NUL 字符，文本中不允许。',
  '{name} has a line of more than 1 MiB, which no bill has.': '{name} 有一行超过 1 MiB，不是账单。',
  'Line {line} of {name} has more than 1 MiB or 16,384 columns, which no bill has.':
    '{name} 第 {line} 行超过 1 MiB 或 16,384 列，不是账单。',
  'Line {line} of {name} opens a quote that is never closed, so nothing after it can be read.':
    '{name} 第 {line} 行的引号没有结束，其后的内容无法读取。',
  'Close or remove the quote; a quote inside a value is written twice.': '请补上或删除引号；值内的引号要写两次。',
  'Line {line} is no row of the bill and no total that belongs below it.':
    '第 {line} 行既不是账单明细，也不是账单的合计行。',
  'Line {line} is of {day}, which lies outside of the period {from} to {to}.':
    '第 {line} 行的日期是 {day}，不在期间 {from} 至 {to} 内。',
  'The bill is of the account {stated}, but this account is {own}.': '账单属于账户 {stated}，而这里的账户是 {own}。',
  '{name} is a bill of another platform ({format}) than the account.':
    '{name} 是另一平台的账单（{format~}），与账户不符。',
  'Choose the account that the bill belongs to.': '请选择账单所属的账户。',
  'By what was entered there must be {declared} ({key}), but the rows make {counted}.':
    '按填写的数字应为 {declared}（{key}），明细合计却是 {counted}。',
  'Line {line} states {declared} ({key}), but the rows make {counted}.':
    '第 {line} 行写明 {declared}（{key}），明细合计却是 {counted}。',
  'The file does not state its total ({key}), as every whole one does: it was cut off, or changed.':
    '文件没有写明合计（{key}），而完整的账单都有：文件被截断或改动过。',
  'Line {line} states the balance {stated}, but after the line before it is {expected}.':
    '第 {line} 行写明余额 {stated}，但按前一行计算应为 {expected}。',
  'Line {line} has {count} columns, but the header in line {header} has {expected}.':
    '第 {line} 行有 {count} 列，而第 {header} 行的表头有 {expected} 列。',
  'Line {line}, column {column}: "{value}" is no time.': '第 {line} 行“{column}”列：“{value}”不是时间。',
  'Line {line} is in {currency}, but the account is in {own}.':
    '第 {line} 行的币种是 {currency}，而账户的币种是 {own}。',
  'Line {line} states an amount that comes in and one that goes out.': '第 {line} 行同时写了收入和支出金额。',
  'Line {line}, column {column}: "{value}" says neither that money came in nor that it went out.':
    '第 {line} 行“{column}”列：“{value}”既不是收入也不是支出。',
  'Line {line}, column {column}: "{value}" is no amount in {currency}.':
    '第 {line} 行“{column}”列：“{value}”不是 {currency} 金额。',
  'Line {line}: its columns {columns} do not add up.': '第 {line} 行：{columns} 各列对不上。',
  'The same file was loaded before, as {name}.': '同一个文件已作为 {name} 导入过。',
  'Take that one back first if it is to be loaded anew.': '如需重新导入，请先撤销那一次。',
  'Line {line} is no line of a statement of account.': '第 {line} 行不是银行对账单的内容。',
  'The file is no whole statement of account: {why}.': '文件不是完整的银行对账单：{why~}。',
  '{name} is longer than {max} MiB, which no statement of an account is.': '{name} 超过 {max} MiB，不是银行对账单。',
  'Ask the bank for a shorter period.': '请向银行导出更短的期间。',
  '{name} holds a NUL character.': '{name} 含有 NUL 字符。',
  'it holds no statement': '其中没有对账单',
  'it holds {count} entries and seems to hold {seeming}': '其中有 {count} 笔分录，看上去却有 {seeming} 笔',
  'Line {line} says "{word}" of an amount with a minus, so nobody can say which way the money went.':
    '第 {line} 行写着“{word}”，金额却带负号，无法判断收支方向。',
  'Line {line}: "{day}" may name its day or its month first, and no other line tells.':
    '第 {line} 行：“{day}”可能是日在前，也可能是月在前，其他行也无法判断。',
  'Download a longer period, one with a day after the 12th.': '请下载更长的期间，其中要有 12 日以后的日期。',
  'Line {line}: the file is no whole OFX statement: {why}.': '第 {line} 行：文件不是完整的 OFX 对账单：{why~}。',
  'it holds statements of several accounts': '其中有多个账户的对账单',
  '<{tag}> begins within <{outer}>': '<{tag}> 出现在 <{outer}> 之内',
  'an entry ends that did not begin': '有一笔分录没有开始就结束了',
  'an entry begins within another one': '一笔分录出现在另一笔之内',
  'an entry has two <{tag}>': '一笔分录有两个 <{tag}>',
  'its last entry has no end': '最后一笔分录没有结束',
  'it holds no statement of a bank or a card': '其中没有银行账户或信用卡的对账单',
  'its end is missing': '缺少结尾',
  'an entry has no <{tag}>': '有一笔分录缺少 <{tag}>',
  '"{text}" in <DTPOSTED> is no time': '<DTPOSTED> 中的“{text}”不是时间',
  '{name} is a workbook of the old XLS kind and is refused: {why}.': '{name} 是旧版 XLS 工作簿，被拒绝：{why~}。',
  'Open it in Excel or WPS and save it as XLSX.': '请用 Excel 或 WPS 打开并另存为 XLSX。',
  'it is too large to be read': '太大，无法读取',
  'it is locked by a password': '有密码保护',
  'it has more than {size} MiB': '大于 {size} MiB',
  'reading it takes longer than {seconds} seconds': '读取超过 {seconds} 秒',
  '{name} is refused: {why}.': '{name} 被拒绝：{why~}。',
  'Unpack it and upload the bill inside.': '请解压后上传其中的账单。',
  'The password does not open {name}.': '密码无法打开 {name}。',
  '{name} is locked by a password.': '{name} 有密码保护。',
  'Enter the password that the platform sent with it.': '请输入平台随文件发送的密码。',
  'unpacking it takes longer than {seconds} seconds': '解压超过 {seconds} 秒',
  'it unpacks to more than {size} MiB': '解压后超过 {size} MiB',
  'it unpacks to more than {ratio} times its size': '解压后超过自身大小的 {ratio} 倍',
  'its list of files is too long': '文件目录过长',
  'it holds more than {count} files, which no bill does': '其中超过 {count} 个文件，不是账单',
  'the name "{name}" leads out of it': '文件名“{name}”指向压缩包之外',
  'it holds two files called {name}': '其中有两个文件都叫 {name}',
  'it is damaged or of a kind that cannot be unpacked': '文件损坏，或无法解压这种格式',
  'it is an archive of another kind than ZIP and GZIP': '它是 ZIP 和 GZIP 以外的压缩包',
  'it holds no file': '其中没有文件',
  '{member} in it is an archive again': '其中的 {member} 又是一个压缩包',
  'it is damaged or cut off': '文件损坏或被截断',
  'it holds several bills, {one} and {other}': '其中有多份账单：{one} 和 {other}',
  'Line {line}, column {column}: {text} holds a quote or a tab that does not belong there.':
    '第 {line} 行“{column}”列：{text} 含有不该有的引号或制表符。',
  'Download it again and leave it as it is; if it is of a kind of its own, map its columns.':
    '请重新下载账单且不要修改；如果是系统不认识的格式，请映射各列。',
}
