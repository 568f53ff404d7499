"""Lessons: a course for each game, of steps that take from ten seconds to a minute.

``step``         what a step consists of, and the exercise that it becomes
``conditions``   what counts as done, as queries of the rules
``explanations`` what the board shows after a wrong answer
``courses``      a module for each game that has a course: its steps, in order

A step is data: a position, what counts as done, replies to typical wrong answers.  Its sentences
are in ``words/courses/GAME.py`` under the step's name: ``NAME-title``, ``NAME-text``, ``NAME-ask``,
``NAME-done``, ``NAME-KEY`` for each reply, and optionally ``NAME-wrong`` for any other wrong answer
and ``NAME-dial``.  Progress is stored under the step's name, so a name never changes.

Only the small game at the end of a course needs the engine.
"""
