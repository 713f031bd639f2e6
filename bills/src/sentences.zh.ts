import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const billSentences: Sentences = {
  'Line {line} fits two kinds of bills alike: {one} and {other}.': '第 {line} 行同时符合两种账单：{one~}和{other~}。',
  'Say which of them it is.': '请指明是哪一种。',
  'Line {line} has two columns called {label}, so nobody can say which one is meant.':
    '第 {line} 行有两列都叫“{label}”，无法判断指的是哪一列。',
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
}
