export const CONTENT = `
Ask a founder what the company pays in salaries and you get a figure to the nearest thousand. Ask about the rent and you get it to the dollar. Ask about software and you get a pause, then a range, then a promise to look it up.

The pause is not carelessness. Salaries have a payroll and the rent has a lease: one document, one date, one person who signs. Software has forty documents, most of them emails, and nearly everyone in the company has signed one. The money leaves in amounts too small to discuss. That is exactly why it adds up.

**Four leaks, and none of them is the price**

When the software bill feels too high, the reflex is to look for the expensive tools and replace them with cheaper ones. Moving a team to another tool is the costliest way there is to save money, so start somewhere else. In small companies the waste sits in four places, and the list price is not among them.

The first is the empty seat. Someone left in the spring, a contractor finished, a trial group of eight became a habit of three. The seats stayed, because taking a person off the payroll is a task with an owner and taking a person out of a design tool is not.

The second is the duplicate. Marketing records its calls with one service, sales with another, and the product team bought a third because that was quicker than asking. Each choice was reasonable on the day it was made. Together they are three bills for one job.

The third is the sleeper: a tool that one project needed, bought by someone who has forgotten it, renewed by a card that still works. Sleepers are usually cheap and very often annual, so they come up once a year, on a morning when no one is looking.

The fourth is the wrong plan. A team of four sits on an upper tier because of one feature that has since moved to the tier below. Or it pays month by month for something it has opened every working day for three years.

**Read the bill before you cut it**

Cutting first is tempting, and it goes wrong in a predictable way: you cut what is visible instead of what is useless. Give it one afternoon, in this order.

Collect. Take the last thirteen months of card statements, and the inbox where the receipts arrive. Thirteen and not twelve, because an annual charge can slip by a few days and a window of exactly one year would miss it. Write down every vendor that charged you more than once. Do not judge anything yet.

Name an owner. Beside each line goes the name of one person who can say what it is for. Not a department: a person. A line that no one claims within a week has told you what you wanted to know.

Count the seats. Put two numbers side by side: seats paid for, and people who signed in during the last thirty days. Most vendors show the second figure somewhere in their administration pages. The difference, times the price of a seat, is money you can get back without anyone noticing.

Find the date. Write down when each line renews, and how far ahead you have to cancel it. The second date is the one that matters. A contract that renews on March 1 with thirty days’ notice is decided in January, whether or not you were there.

**An example, in numbers**

Take an invented team of six. Its statement shows fourteen subscriptions that come to $1,240 a month. The afternoon finds nine empty seats in four tools, at $15 each on average: $135. It finds a second service for video calls at $48. It finds two sleepers, $22 and $35. And it finds one plan that can go down a tier without losing anything in use, which saves $24.

Together that is $264 a month, about a fifth of the bill and a little more than $3,000 a year. Two things are worth noticing. No saving on this list asks anyone to give up a tool they like. And the largest item is the dullest one: seats. It nearly always is, because an empty seat costs exactly as much as a full one, and because it is the only waste that grows by itself when people leave.

**Watch one number**

Between two such afternoons, one number keeps the bill honest: software cost per person per month. Divide the total by the number of people on the payroll. In the example it was $207 before and $163 after.

By itself the figure is neither good nor bad. A team of engineers will pay more than a bakery with an online store, and should. What counts is the direction. If the team grows by a third and the figure stays where it was, you are buying with care. If the team stands still and the figure climbs, something is renewing that no one chose.

Put it beside the figures you read every month anyway: cash, revenue, runway. It takes one line. What is read every month gets questioned. What is read once a year gets explained.

**What not to cut**

A review that only ever takes things away will be dodged by your team, and rightly so. Three kinds of lines deserve protection. The first is the tool that one person lives in: an editor, a design program, a good dictionary. Divided by the hours it is open, it is the cheapest thing in the office. The second is the tool that holds your only copy of something. Leave it alone until the export has been made, opened and checked. The third is the tool that makes the rest manageable: backups, the password manager, anything that takes away a departing employee’s access in one place.

There is even a case for paying more on purpose. When a subscription has been used every week for a year and the vendor has a lower price for paying annually, take it. Then write down the cancellation deadline right away, because from now on it is a decision you will make once a year.

**From an afternoon to a habit**

The afternoon has to happen once. After that, twenty minutes a month are enough, provided that three rules hold.

New tools get an owner, a purpose in one sentence and a date for the first look back, all on the day they are bought. A trial without an end date is a purchase.

Leaving the company includes leaving its tools. The list tells the person handling offboarding where to look, and the seats come off the bill the same week.

Renewals are decided before the cancellation deadline, by the owner, in writing: keep, change or cancel. Silence is not a fourth answer. It is the vendor’s favorite version of the first.

The money is the smaller part of the reward. The larger part comes the next time someone asks what the company pays for software: there is no pause.
`;
