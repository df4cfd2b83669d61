"""The lab: plans are played, results are kept and told with their error bars. See docs/lab.md.

    plan = lab.round_robin("tichu", ["rules", "random", "ismcts(100)"], deals=500, seed=1)
    results = lab.run(plan, "round-robin.kibitz")
    for rating in results.ladder():
        print(rating)
"""
