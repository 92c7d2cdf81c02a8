export const CONTENT = `
Every company writes its first software policy on the same day: the day after an unpleasant invoice. It is usually three pages long, it begins with the word “effective”, and it demands that all purchases be approved in advance by someone who is on vacation. Within a month it is ignored, and the next invoice arrives on time.

Small teams do not need procurement. They need a few habits that cost less than the trouble they prevent. Here are six, in the order in which they pay off. Each of them fits into a sentence, and all of them together fit on a page.

**1. One list, and it is the only one**

Every subscription is a line in one list, and every line has five things: what it is for, who owns it, what it costs, when it renews, and when you have to cancel it. That is all. Resist the column for strategic importance.

The list has to be easier to keep than to avoid. If it is a spreadsheet, it lives where the team already looks every day, not in the finance folder. If it is fed by receipts from a mailbox, better still, because then it stays true on the days when no one thinks of it. The test of a list is simple: ask two colleagues what the company pays for its help desk. If they look in the same place and read the same figure, you have a list. If one of them asks the other, you have a custom.

**2. An owner with a name**

A subscription that belongs to “marketing” belongs to no one. Each line has one person who can answer three questions: do we still need it, who uses it, and what would we do without it. Owning a tool is not the same as administering it and takes minutes a quarter.

Owners change when people do, and this is where most lists rot. So make it part of the last working day: before the laptop comes back, each of their lines gets a new owner or an end date. The same walk down the list takes their seats off the bill and their access out of the tools. One habit, three jobs, and the third of them is security.

**3. Buying is easy, and leaves a trace**

The instinct after a bad invoice is to make buying difficult. Do not. People who are made to wait for a good tool use a bad one, or buy the good one on a personal card and submit the receipt in March.

Set a line instead. Below a certain amount, say $30 a month, anyone may buy, provided that a line with its owner appears in the list on the same day. Above it, one other person approves first. Not a committee: one person, within a working day, and the reason goes next to the line. A year later no one will remember why this tool was picked over the other two, and the sentence will be worth more than the discount was.

Two questions are worth asking every time, whatever the amount. Do we have something that already does this? And where will our data be when we stop paying?

**4. The date that matters is the cancellation deadline**

Renewal dates are what vendors write into contracts. Cancellation deadlines are what they write on page four. Put the deadline on the list, and a reminder two weeks ahead of it. Two weeks is enough to ask the people who use the tool and too short to forget that you asked.

When the reminder comes, the owner answers with one of three words: keep, change or cancel. Change means fewer seats, a lower plan, or a different interval. An annual price is a good deal for what you have used every week for a year, and a bad one for what you hope to use. If the owner does not answer, the line is canceled. That sounds harsh and almost never happens, because it is such an effective way to get an answer.

**5. Count seats once a month**

Once a month, on a day that already has a routine, someone looks at seats paid for and seats used. It takes twenty minutes for thirty lines. A seat no one has used for thirty days gets a question, not an axe: people go on leave, projects pause, and the annual accounts are prepared once a year by definition.

After sixty days without an answer, the seat goes. Tell people this in advance, and tell them that getting it back takes five minutes. Nearly all the resistance to removing seats is fear of how hard it will be to get them back. Take away that fear and the argument ends.

Keep score in a single figure: software cost per person per month. Show it to everyone. A team that can see the number looks after it without being asked, for the same reason that people turn off the lights in a room they can see.

**6. Practice leaving**

Once a quarter, pick one tool that would hurt and rehearse its end. Make the export. Open the file. Ask whether another tool could read it. You will learn one of two things: that leaving is possible, which is the only real bargaining power a small customer has, or that it is not, which is worth knowing before the price changes instead of after.

Rehearsing also settles what happens to your data. Vendors differ in how long they keep it when you stop paying. Thirty days is common, and some keep it for less. Write the figure beside the line. It is a poor moment to look it up when the account is already closed.

**The page itself**

Here is the whole policy. Copy it, change the amounts, and put a name below it.

Every subscription is in the list, with its purpose, owner, cost, renewal date, and cancellation deadline.

Every line has one owner. When people leave, their lines get a new one before they go.

Up to $30 a month: buy it and enter it the same day. Above that: approval from one other person.

Two weeks before each deadline the owner decides: keep, change or cancel. No answer means cancel.

Once a month we look at seats. Thirty days unused is a question, sixty days unused is a saving.

Once a quarter we practice leaving one tool.

**Who keeps it alive**

All of this needs one person for about an hour a month. It should not be the founder, who will be busy, or the newest hire, who won’t dare to ask. In most teams the right person is already there: the one who knows when the rent is due. Give that person the list, the right to ask anyone about any line, and the pleasure of reporting, once a quarter, by how much the next statement will be shorter.

Policies fail when they describe how people ought to behave. This one asks for a line, a name and a date. That is little enough to be done on a bad day, which is the only kind of policy worth having.
`;
