export const CONTENT = `
There was a time when buying software meant carrying something home. It came in a box with a manual heavy enough to hold a door open, and once you’d paid at the register, the matter was closed. The program was yours. It would do next year what it did today, and the company that made it had no way to charge you again except by making something better.

Within one working life that has completely reversed. Today almost nothing on a company’s computers is owned, everything improves every week, and everything sends a bill. It is worth knowing how this came about, because each step solved a real problem, and each left a new one behind for the people who pay.

**The box: you carried the risk**

Boxed software had one great virtue: the price was the price. It had three vices. The money was due before anyone knew whether the program would help. Upgrades came every two or three years and cost nearly as much again. And everything around it was the buyer’s problem: the server in the closet, the backup tapes, the person who knew how to restart it.

Small companies felt this most. A firm of eight could not afford the program made for a firm of eight hundred, or the closet. So it did without, or it copied the disks and hoped.

**The seat: the vendor carried the risk**

Around the turn of the century a handful of companies proposed something that sounded odd at the time: don’t install anything. Open a browser, pay per person per month, and stop when you like. The vendor ran the servers. The vendor made the backups. If it was no good, you left.

For a small team, this was liberating. A company of four could use the same customer database as its largest competitor, on the first day, for the price of a lunch. The entry fee to being well organized fell to almost nothing, and a great many young companies exist because of it.

The seat also changed what vendors cared about. A company that sells boxes has to win you once. A company that sells months has to win you every month, at least in theory, and so software became friendlier, faster to learn and easier to try. In the following decade even the makers of the classic boxed programs stopped selling boxes.

**What the seat left behind**

The theory has a gap. A monthly subscription has to be earned every month only if someone checks every month. In practice a subscription is a purchase that repeats itself until a person interrupts it, and interrupting takes a password, an owner and a date, none of which are printed on the card statement.

The second thing the seat left behind is sprawl. When one tool did ten jobs, choosing it was a project with a committee. When every job has its own excellent little tool at $12 a person, choosing takes two minutes and a company card. Nobody needs permission, and that is mostly good: the people who do the work choose their own tools. But the knowledge of what has been chosen is now spread over every head in the company. Large companies call the result shadow IT, which makes it sound sinister. In a team of nine it is merely Tuesday.

The third is arithmetic. A price per person multiplies quietly. Ten tools at $12 are $120 a month for one person and $1,080 for nine, and every new hire adds the whole column on their first day, before they’ve opened half of it.

**The meter: nobody knows who carries the risk**

The third way of charging is now spreading quickly. Instead of seats it counts something: messages sent, gigabytes stored, minutes transcribed, documents read by a machine. Cloud servers have been sold like this for years. What is new is that ordinary office tools follow, mostly because features built on large language models cost their makers real money every time someone clicks the button. A flat seat cannot carry that for long, so it comes with credits, and the credits run out.

There is a good argument for the meter. You pay for what you use, and an idle month is a cheap month. The empty seat, that most common waste of all, cannot exist where there are no seats.

There is an equally good argument against it. The bill arrives after the fact, in a unit that nobody in your company thinks in. A founder can picture nine people. Hardly anyone can picture four million tokens. And a meter runs whether or not a person is watching: an automation that retries all weekend does not notice that it is spending money.

**Three kinds of bill, one statement**

Most teams now have all three on the same card. A few licenses bought outright, a long list of seats, and a growing handful of meters. They go wrong in different ways, so they have to be watched in different ways.

What you own needs a date: when does support end, and what does the next version cost. What you rent by the seat needs a headcount: how many are paid, how many were used in the last thirty days. What runs on a meter needs a ceiling: a limit in the vendor’s settings, an alert at half of it, and one person who gets that alert.

It helps to ask a single question of each line: what would have to happen for this bill to double? For something owned, a new version. For seats, twice the people. For a meter, a busy week. If you cannot answer, that is the line to look at first.

**What we expect next**

Predictions about software are mostly decoration, so here are only three, and they are modest.

Prices will be mixed. Expect a base fee, with a number of seats and a bundle of credits inside it, and expect all three to be adjusted at different times. Comparing two vendors will take a spreadsheet, and vendors do not mind.

Canceling will become easier. Regulators in several places have taken an interest in buttons that start a contract in one click and end it only by phone. Use them when they come. Until then, cancellation deadlines remain the whole game.

And knowing will be worth more than negotiating. A company of nine has little power over a list price. It has complete power over whether it pays for things it does not use. The box asked you to choose well once. The seat asks you to look every month. The meter asks you to look every week. The work of looking is the price of everything else having become so easy, and it is small if one named person does it, from one page that shows the whole bill.
`;
